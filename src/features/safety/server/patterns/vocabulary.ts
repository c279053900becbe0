/** Words that several patterns share: alternatives, as in `wordPattern`. */
export const COINS =
  'solana|doge|xrp|bnb|bitcoin|bitcoins|btc|crypto|cryptocurrency|usdt|usdc|ethereum|eth|litecoin|dogecoin|tether';
export const COINS_ES = `${COINS}|cripto|criptos|criptomoneda|criptomonedas`;
export const PAY = 'pay|paying|transfer|wire|venmo|zelle|paypal|cashapp';
export const SEND_MONEY = 'send|sending|give <4> money|payment|deposit|funds|dollars|bucks|$|half';
export const PAY_ES =
  'paga|pagame|pagas|pagues|pagar|pagarme|pague|transfiere*|transferir|transferencia|ingresa*|deposita*|bizum';
export const SEND_MONEY_ES =
  'manda*|envia*|haz|hazme|pasa* <4> dinero|plata|pago|transferencia|bizum|mitad|deposito|euros|pesos|#';
export const APP = 'zelle*|venmo*|cashapp|paypal|revolut|wise|applepay|etransfer';
export const GIVE = 'send|sends|tell|give|read|share|forward|text|show|say|type|need';
export const GIVE_ES = 'manda*|envia*|pasa*|dime|dices|dame|das|reenvia*|comparte*|lee*|digas|necesito|diga*';
export const RECEIVED =
  'get|gets|got|receive|received|come|comes|came|arrive*|sent|text|texted|sms|phone|cell';
export const RECEIVED_ES =
  'llego|llega|llegara|llegar|recibiste|recibes|mande|mando|enviaron|envie|sms|movil|telefono|celular';
export const COLLECT = 'pick|picks|pickup|collect|collects|collecting|come|comes|coming|get|gets|grab';
export const COLLECT_ES = 'pasa|pasara|recoge|recogera|recogerlo|recoger|retira|retirara|va|ira|casa';
export const HAND_OVER = 'ship|mail|bring|drop|leave|hand|give|send|hold|reserve|meet';
