import { closeWords, rule } from '../match-words.ts';
import { COINS, COINS_ES } from './vocabulary.ts';

export const giftCard = rule(
  [
    closeWords(
      4,
      'card|cards|voucher|vouchers|tarjeta|tarjetas|vale|vales|gold|balance',
      'amazon|apple|steam|google|ebay|razer|itunes|vanilla|sephora|netflix|xbox|playstation|roblox',
    ),
    'google play <6> instead|card|cards|worth|value|credit',
    closeWords(
      10,
      `accept|recibo|wallet|do|drop|send|take|acepto|paso`,
      COINS_ES,
      'wallet|address|billetera|atm|machine|only|solo|gas|cash',
    ),
    'gift|prepaid card|cards|voucher|vouchers|code|codes',
    'giftcard|giftcards',
    'amazon|apple|steam|itunes|google|vanilla|target|walmart|visa|sephora|razer|ebay <2> card|cards <8> pay|worth|buy|send|scratch|picture|numbers|photo',
    'buy|get|purchase|grab|send|pay <5> steam|itunes|vanilla|play|amazon|apple|sephora|razer <2> card|cards',
    `pay|paying|payment|paid|accept|take|send|transfer <5> ${COINS}`,
    `with|via|through|using <1> ${COINS}`,
    `do|take <3> ${COINS} <4> for|instead|worth`,
    `${COINS} <3> for|instead <1> it|of|cash`,
    `${COINS} <2> wallet|address|payment|transfer|only`,
    'tarjeta|tarjetas|vale|vales|cupon <2> regalo|prepago|prepagada|prepagadas',
    'compra|compras|comprame|comprar|mandame|enviame <5> tarjeta|tarjetas <3> google|play|steam|amazon|apple|itunes',
    `pago|pagar|pagarte|pagas|pagame|acepto|aceptas|manda*|envia*|transfiere* <5> ${COINS_ES}`,
  ],
  [
    `book|books|chapter|chapters|edition|class|course|about|libro|libros|capitulo|sobre <6> ${COINS_ES}`,
    `${COINS_ES} <4> chapter|chapters|edition|printing|section|capitulo|class|course|clase`,
    'bookstore|store|tienda|libreria <3> sells|sell|gives|gave|takes|take|has|wanted',
  ],
);
