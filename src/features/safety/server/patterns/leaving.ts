import { EMAIL_WORD, PHONE_WORD, USERNAME_WORD } from '../mark-contacts.ts';
import { rule } from '../match-words.ts';

const CHAT_APP =
  'whatsapp|whatsap|watsap|telegram|snap|snapchat|instagram|discord|signal|messenger|viber|wechat|kik|imessage|skype|facebook|sms';
const REACH =
  'text|call|message|write|reach|hit|hmu|add|dm|find|ping|contact|reply|answer|email|hop|continue|switch';
const REACH_ES =
  'escribe*|escriba*|habla*|marca*|llama*|agrega*|busca*|contacta*|contesta*|sigueme|seguimos|vamonos|vente|mensaje|dm';
const ADDRESS = `${PHONE_WORD}|${EMAIL_WORD}|${USERNAME_WORD}`;
const NUMBER = 'number|numbers|cell|mobile|email|snap|handle';
const NUMBER_ES = 'numero|cel|celular|movil|telefono|correo|mail|contacto';

/** Leads to where nobody of the product sees what is said. */
export const leaving = rule(
  [
    `${REACH}|${REACH_ES} <5> ${CHAT_APP}`,
    `${REACH}|${REACH_ES} <6> ${ADDRESS}`,
    `${CHAT_APP} me`,
    `${CHAT_APP} <5> ${ADDRESS}`,
    `got|have|use|tienes|usas <2> ${CHAT_APP}`,
    `your|tu ${CHAT_APP}`,
    `${ADDRESS} <2> text|call|hmu|llamame|marcame|escribeme|ahi`,
    `give|send|drop|leave|share|whats <2> your|personal <2> ${NUMBER}`,
    `pasame|dame|deme|deja|mandame <2> tu|su <2> ${NUMBER_ES}|${CHAT_APP}`,
    'app|site|chat|page <3> glitching|glitchy|freezing|freezes|broken|crashing',
    'app|chat|pagina <3> traba|falla|fallando|borran|borra',
    'outside|off <2> this|the <1> app|site|platform',
    'fuera de aqui|esta|la',
    'only|barely|never|hardly <2> check|open|use this|here',
    'casi no entro|reviso|uso|contesto',
  ],
  [
    // A number for the way to a meeting.
    'when|once|if you|ur <4> there|here|outside|close|lost|downstairs|arrive|find',
    'in case|late',
    'cant find',
    'cuando <2> llegues|estes|bajes',
    'por si',
    'professor|prof|teacher|department|ta|profe|profesora',
  ],
);
