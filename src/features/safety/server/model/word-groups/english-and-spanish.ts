import { EMAIL_WORD, PHONE_WORD, USERNAME_WORD } from '../../mark-contacts.ts';

/**
 * Words that mean about the same in messages about a trade, in English and Spanish; `pay*` is each word with
 * this beginning. What the model learns of one word of a group it knows of the others.
 */
export const englishAndSpanishGroups: Readonly<Record<string, string>> = {
  payapp:
    'zelle* venmo* cashapp* paypal* revolut wise applepay bizum* yape* plin nequi oxxo* clabe ath mercadopago spei chime transfermovil',
  chatapp:
    'whatsapp* whatsap* watsap* wats* wasap* guasap* wuts* wassap* telegram* snap snapchat* instagram* discord* signal messenger viber wechat facebook* face fb imessage facetime sms kik skype line twitter tiktok hangouts',
  phone: 'cell cel celular* mobile movil phone telefono* fono fijo iphone android',
  contact:
    'text texting texteame call calling ring llama* llamo marca* marcame message mensaje* email* mail* correo* write escribe* escriba* escribi* dm dms ping reach hmu hit add agrega* contact contacta* contacto find busca* look talk chat chatea* platica* hablar habla* hablamos sigueme seguimos',
  number: 'number numbers numero* num digit digits digito* cifras numerito* folio* characters letras',
  code: 'code codes codigo* codiguito pin otp passcode clave claves token 2fa password contrasena nip duo authenticator',
  receive:
    'get gets got getting receive* received arrive* arrived come comes came llego llega* llegue recib* cayo caiga* cae pop popped buzz buzzed popup sono',
  send: 'send sends sending sent forward* fwd share sharing paste reply replies type typing read tell give giving drop copy repeat manda* mande mandes envia* envie pasa* pasame pasas dime dame dices dictame dictas reenvia* comparte* responde* responda* indique* repites leeme escribela confirma*',
  gift: 'gift giftcard* card cards voucher* vale vales bono bonos tarjeta* prepaid prepag* recarga* credit saldo certificate',
  brand:
    'amazon apple steam itunes google play target walmart visa sephora razer ebay vanilla xbox psn playstation netflix roblox starbucks nike fortnite doordash airbnb moneypak paysafe* kroger cvs walgreens liverpool',
  coin: 'bitcoin* btc crypto* usdt usdc eth ethereum litecoin monero doge* cripto* wallet solana tether binance coinbase satoshi* sats billetera',
  scratch:
    'scratch* raspa* raspe* raspale rasca* strip silver back atras plateada gris receipt ticket register caja kiosk',
  check: 'check checks cheque* cashier* draft',
  over: 'extra difference diferencia rest resto restante remainder remain* sobra* sobre* sobrante surplus excess excedente balance demas leftover* left above double doble twice overpa* overage',
  back: 'back refund* return* devuel* devolv* devolucion regres* reembols* reintegr* reverse',
  mistake: 'mistake* accident* oops ups error wrong equivoqu* zero zeros cero ceros glitched fat',
  relative:
    'cousin* uncle aunt nephew niece son daughter brother sister dad mom mum father mother husband wife fiance* friend* assistant roommate roomie landlord boss grandma primo* prima* tio* tia* hijo hija hermano* hermana* papa mama esposo esposa sobrino* sobrina* amigo* amiga* companer* novio novia jefe colleague neighbor',
  carrier:
    'courier* mover* moving agent* agente* driver* shipper* fedex ups dhl usps estafeta mensajero* mensajeria transportista* transporte* repartidor* chofer* paqueteria* mudanza* uber didi rappi lyft doordasher carrier* handler fletero flete delivery shipping freight transport* forwarder forwarding logist* envios van taxi cab camioneta',
  pickup:
    'pick picks pickup collect* grab grabs swing swings fetch* recoge* recoja* recogerlo recoger recoleccion retira* pasan pasara',
  ship: 'ship shipped mail mailed post posted parcel package label tracking postage customs envio envialo paquete guia aduana correo',
  away: 'abroad offshore deployed military army navy base overseas extranjero plataforma rig ship sea embarcado barco state states city ciudad pueblo traveling travelling travel fuera country hospital intercambio',
  address:
    'address direccion domicilio residence home casa door puerta street calle zip postal apartment depa porch',
  deposit:
    'deposit deposita* deposite* deposito* anticip* adelant* senal senita enganche downpayment upfront prepay* reservation reserve reservar reservo holding hold apart* fee commitment token nonrefundable refundable',
  pay: 'pay pays paying paid payment payments pago* paga* pague* pagu* cobr* transfer* transfier* wire wired remit liquid* settle* abono money dinero plata lana feria funds',
  before:
    'first before advance beforehand upfront front primero antes luego despues then once until after adelantado anticipado cuando vez ahead prior then',
  now: 'now today tonight hoy ahora ahorita ya immediately asap inmediat* mismo instante second minute instant',
  link: 'link links liga enlace* site sitio page pagina* website web webpage url http https hxxp hxxps www form formulario* apk qr click clic clica pica* portal button boton browser navegador checkout escrow invoice factura download descarga* scan escane*',
  dot: 'dot punto slash diagonal dash guion',
  bank: 'bank banco bancari* banca account accounts cuenta* debit credit routing iban login log logged password contrasena netid sign signin ine',
  threat:
    'report* reporto reportar dean lawyer abogado contract police policia block blocking bloqueo bloque* complaint queja court fine ban banned scammer estafador* regret arrepentir* consequences',
  hurry:
    'decide* decidete decidir hurry* urgent* urge last chance ultim* oportunidad waiting esperando minutes minutos min mins never nunca gone lose pierdes confia* trust apur* andale commit final hesita* dudar* questions preguntas preguntitas',
  here: 'app site chat here aqui aca platform inbox plataforma profile perfil',
  broken:
    'glitch* freez* frozen lag* slow lento lenta crash* traba* trabad* falla* fallando buggy bug* broken delet* borra* borran vanish* disappear* pegado',
  private: 'private privado privately elsewhere outside fuera instead mejor other',
  no: 'no not dont doesnt didnt wont cant cannot never nunca sin without ni isnt arent nope nah tampoco',
  meet: 'meet meeting met library biblio* union lobby campus class lecture clase vernos vemos nos veamos quedemos quedamos person persona cafeteria fountain building edificio facultad',
  cash: 'cash efectivo change cambio bill billete bills atm cajero',
  book: 'book books libro* edition edicion chapter* capitulo* pages paginas cover isbn course ejemplar textbook',
  i: 'me mi my mine i im ill id ive yo',
  you: 'you your yours youre youll tu te ti usted su le',
  verify:
    'verif* confirm* real bot bots legit legitimate fake fakes prove proof comprobar validate identity security seguridad support soporte',
  arrive:
    'outside lost llegues llegas llego downstairs bell timbre entrance entrada late tarde perd* find encuentras',
  dollars: '$ € £ dollars dollar bucks pesos euros dolares buck',
  [PHONE_WORD]: PHONE_WORD,
  [EMAIL_WORD]: EMAIL_WORD,
  [USERNAME_WORD]: USERNAME_WORD,
};
