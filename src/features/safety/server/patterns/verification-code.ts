import { closeWords, rule } from '../match-words.ts';
import { GIVE, GIVE_ES, RECEIVED, RECEIVED_ES } from './vocabulary.ts';

export const verificationCode = rule(
  [
    closeWords(
      16,
      'reply|fwd|send|pass|forward|read|tell',
      'number|numbers|code|sms|digits',
      'accident|mistake|whatsapp|login|logging|fakes|fake|scammers|bots|bot',
    ),
    'sent|sending you a|the <1> number|code|sms|pin',
    'only|just need the numbers|digits|number',
    closeWords(
      12,
      'send|sending|reply|respond|verify|tell|read|whats|type',
      'code|pin|number|digits|otp',
      'texted|sms|google|bot|legit|expires|real|verify|human|automated|support',
    ),
    closeWords(
      16,
      'send|tell|give|read|share|forward|text|show|need|paste|copy|dime|dame|dictas|dictame|manda*|pasa*|necesito|ocupo|reenvia*',
      'code|codes|pin|digits|otp|passcode|numbers|codigo|clave|digitos|numeros|numeritos',
      'get|got|receive|received|sms|text|texted|whatsapp|google|bank|phone|cell|voice|cel|celular|mensaje|llega*|llego|mando|mandar|envio|banco|sec',
    ),
    'read|copy|dictas|dime <4> number|numbers|numero|numeros <6> it|text|message|sms|mensaje|son|get|got',
    'google voice',
    'g number|code',
    'clave <6> mensaje|sms|uso',
    'dice|dicen <3> mensaje|sms',
    `${GIVE}|what|whats <6> verification|confirmation|security|sms|authentication <1> code|pin|number`,
    `verification|confirmation|security <1> code|pin <5> ${RECEIVED}`,
    `${GIVE}|what|whats <6> code|pin|digits|password <6> ${RECEIVED}`,
    `${RECEIVED}|sending <6> code|pin|password|digits <8> ${GIVE}`,
    `#|six|four <1> digit|digits <1> code|number|pin <8> ${GIVE}`,
    'otp',
    '2fa',
    'one time password|passcode|code|pin',
    `codigo|pin|numero <1> de|del|por <1> verificacion|confirmacion|sms|seguridad`,
    `${GIVE_ES} <5> codigo|pin <8> ${RECEIVED_ES}`,
    `${RECEIVED_ES} <5> codigo|pin <8> ${GIVE_ES}`,
    `codigo|pin <6> ${RECEIVED_ES}`,
  ],
  [
    'access|online|unused|mylab|mastering|connect|webassign|cengage|course <3> code|codes',
    'code <4> access|online|unused|book',
    'codigo <2> acceso|online|libro',
    'student|room|order|tracking|model|serial number',
    'zip|postal|gate|building|parking|locker|promo|discount|source|dress|area <1> code|pin',
  ],
);
