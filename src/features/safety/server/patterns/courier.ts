import { closeWords, rule } from '../match-words.ts';
import { COLLECT, COLLECT_ES } from './vocabulary.ts';

export const courier = rule(
  [
    closeWords(
      24,
      'bring|deliver|delivers|lleva|llevan|abonan|pagan|holds|guardan',
      'company|agency|compania|agencia|empresa|correos|paqueteria',
      'shipping|delivery|envios|extranjero|recogida|abroad|agencia|transporte',
    ),
    closeWords(
      22,
      'deposito|transfiero|abono|mando',
      'tio|tia|primo|prima|hijo|hija|hermano|hermana|amigo|amiga|papa|mama|sobrino|sobrina',
      'pasa|pasara|recoge|recogera|va',
    ),
    closeWords(
      20,
      'cousin|uncle|aunt|nephew|niece|son|daughter|brother|sister|friend|assistant|primo|prima|tio|tia|hijo|hija|amigo|amiga',
      'come|comes|pick|picks|collect|collects|grab|grabs|pasa|pasara|recoge|recogera',
      'already|ya',
      'payment|paid|pago|pague|pagado|transfer|transferencia',
    ),
    closeWords(
      22,
      'servicio|empresa|agencia|compania',
      'recogida|recogen|recoge|pasan|pasa|envios|envio',
      'dinero|tarjeta|pago|direccion',
    ),
    closeWords(
      22,
      'courier|shipper|agent|driver|mover|movers|fedex|ups|dhl|usps|mensajero|transportista|repartidor|chofer|paqueteria|agente|fletero',
      'pick|picks|pickup|collect|collects|come|comes|grab|arrives|pasa|pasara|recoge|recogera|recogerlo|va|mando',
      'pay|pays|paid|payment|funds|cash|money|paypal|envelope|fee|insurance|dinero|pago|sobre|seguro|address',
    ),
    closeWords(
      20,
      'uncle|aunt|cousin|nephew|niece|son|daughter|brother|sister|husband|wife|tio|tia|primo|prima|sobrino|sobrina|hijo|hija|hermano|hermana',
      'pick|picks|collect|collects|grab|grabs|come|comes|pasa|pasara|recoge|recogera|recogerlo',
      'paypal|online|zelle|venmo|transfer|wire|mail|transferencia|internet|bizum',
    ),
    'servicio <1> custodia',
    `courier|shipper|mover|movers|carrier <6> ${COLLECT}|handle|handles`,
    `courier|shipper|shipping|delivery|moving|moving <2> agent|company|service|guy <8> ${COLLECT}|holds|money|card|confirm`,
    `agent|driver|assistant|secretary|representative <6> ${COLLECT} <12> envelope|address|check|money|cash|payment|paid`,
    'uber|lyft|doordash <3> driver|package|connect|courier|delivery',
    'arrange*|schedule*|order*|send|sending|book|booked <4> fedex|ups|dhl|usps|courier|pickup <2> pickup|pick|delivery|agent|guy',
    'fedex|ups|dhl|usps <4> pickup|agent|driver <8> fee|invoice|insurance|pay|envelope',
    'escrow',
    'prepaid|shipping label',
    'pay|cover <4> insurance <4> shipping|delivery|courier|package|fee',
    `son|daughter|cousin|nephew|niece|uncle|aunt|brother|sister|wife|husband|dad|mom <4> ${COLLECT} <10> pay|send|mail|transfer|online|check|zelle`,
    `mensajero|mensajeria|transportista|repartidor|chofer|conductor|fletero|paqueteria|mudanza <6> ${COLLECT_ES}`,
    'manda*|mando|envia*|envio|contrata*|contrate <3> transportista|mensajero|mensajeria|repartidor|agente|paqueteria|chofer',
    'empresa|compania|agencia|servicio <2> envios|envio|transporte|transportes|mensajeria|paqueteria <8> dinero|pago|tarjeta|recoge|recogera|guarda|retiene',
    'hijo|hija|primo|prima|sobrino|sobrina|tio|tia|esposo|esposa|hermano|hermana <4> pasa|pasara|recoge|recogera|va|ira <10> pago|pagare|transferencia|internet|mando|transfiero',
  ],
  [
    'courier bag|font|new',
    'movers <3> coming|come <6> saturday|sunday|monday|friday|tomorrow|week',
    'son|daughter|cousin|nephew|niece|uncle|aunt|brother|sister|wife|husband|dad|mom <14> cash',
  ],
);
