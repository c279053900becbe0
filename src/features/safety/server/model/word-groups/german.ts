/** Words in German that mean about the same in messages about a trade, as in `english-and-spanish.ts`. */
export const germanGroups: Readonly<Record<string, string>> = {
  payapp: 'paypal* klarna* giropay sofortüberweisung echtzeitüberweisung* wero twint revolut vinted',
  chatapp:
    'whatsapp* telegram* signal insta instagram snap* discord* facebook messenger threema skype sms facetime',
  phone: 'handy* telefon* mobil* smartphone festnetz',
  contact:
    'schreib* anschreib* weiterschreib* ruf* anruf* melde melden kontaktier* mail* email* erreichst erreichen such suche finde adde füg* antworte* antwort nachricht* kommunizier* telefonier*',
  number: 'nummer* zahl zahlen ziffer* stellig* sechsstellig* buchstaben',
  code: 'code* bestätigungscode* sicherheitscode* freischaltcode* anmeldecode* tan pin passwort einmalpasswort schlüssel kennwort bestätigungsnummer prüfcode',
  receive:
    'bekomm* bekam kriegst kriegt kriegen gekriegt erhält* erhalt* erhielt* kommt kommen ankam angekommen ankommt eingeht eingegangen eingehen gelandet reinkommt',
  send: 'schick* zuschick* sende* senden weiterleit* leite leiten nenn* sag* durchgib durchgeben durchsagen vorlesen lies lesen lese abtipp* tipp* übermittel* gib geben weitergeb* mitteil* teil* rüber',
  gift: 'gutschein* geschenkkarte* gutscheinkarte* guthaben* guthabenkarte* karte karten wertkarte* prepaid* aufladecode',
  brand:
    'amazon apple steam itunes google play zalando playstation netflix paysafe* paysafecard saturn mediamarkt rewe dm ikea xbox',
  coin: 'bitcoin* krypto* kryptowährung* ethereum usdt wallet* tether coins',
  scratch: 'rubbel* freirubbel* rückseite kassenbon bon kasse tanke tankstelle',
  check: 'scheck* verrechnungsscheck*',
  over: 'rest restbetrag restliche* differenz überschuss* mehr zuviel viel doppelt dreifache* übrig* obendrauf extra überzahl*',
  back: 'zurück* rücküberweis* rückzahl* erstatt* wieder retour',
  mistake: 'versehen ausversehen versehentlich fehler falsch* vertippt null irrtum irrtümlich',
  relative:
    'cousin* onkel tante neffe nichte bruder schwester sohn tochter mutter vater freund* mann frau kollege kollegin chef* mitbewohner* assistent* arbeitgeber* vermieter* hausmeister* nachbar*',
  carrier:
    'spedition* kurier* fahrer* bote boten paketbote* paketdienst* transport* umzug* umzugsfirma umzugsunternehmen logistik* dhl hermes gls dpd ups fedex uber abholer* treuhand* treuhänder* versand* lieferdienst* agentur',
  pickup: 'abhol* hol* holt holen holen abgeholt mitnimmt mitnehmen vorbei*',
  ship: 'paket* päckchen verschick* versende* versandetikett* etikett* porto brief post sendung* zustell*',
  away: 'ausland* verreist bohrinsel schiff bundeswehr norwegen montage unterwegs urlaub auslandssemester krankenhaus',
  address:
    'adresse* anschrift haustür* tür wohnung straße postleitzahl abholadresse spind schließfach* briefkasten',
  deposit:
    'anzahl* anzahlung* vorkasse* vorauskasse* reservierungsgebühr* kaution* gebühr* pfand vorauszahl* vorschuss vorstrecken auslegen versicherungsgebühr',
  pay: 'bezahl* zahl* zahle zahlst zahlt zahlung* zahlungs* überweis* überwies* geld* betrag* angewiesen anweis* vorstreck* einzahl* auszahl* begleich*',
  before:
    'vorher vorab zuerst erst erstmal voraus davor sobald danach anschließend wenn bevor nachdem erst dann vorweg',
  now: 'jetzt sofort heute gleich umgehend eben soeben unverzüglich schnell direkt',
  link: 'link* seite webseite website portal* formular* klick* klicke qr scan* login* einlogg* anmelde* www http https unter',
  dot: 'punkt minus bindestrich schrägstrich',
  bank: 'bank* konto* kontodaten iban banking* kartendaten kartennummer kreditkarte* sparkasse* zugangsdaten bankdaten gutschrift',
  threat: 'anzeig* anwalt* rechtlich* polizei meld* gericht* verklag* konsequenz* betrüger* dekan* beschwer*',
  hurry:
    'entscheid* letzte* chance sonst andere* nächste* interessent* wartet warten minute* stunde* binnen eile* beeil* vertrau* zusag* zugesagt fragen verbindlich weg theater nie endlich',
  here: 'hier app plattform* chat portal kleinanzeigen seite',
  broken: 'spinnt spinnen kaputt hängt abstürz* gelöscht löscht verschwind* funktionier* geht',
  private: 'privat* lieber besser persönlich* extern außerhalb woanders',
  no: 'nicht kein* nie niemals ohne nein nee nur weder',
  meet: 'treff* campus uni bib bibliothek* mensa hörsaal* foyer cafe* eingang* haupteingang vorlesung* seminarraum lesesaal übergabe* gebäude aula',
  cash: 'bar bargeld wechselgeld kleingeld schein passend geldautomat* cash',
  book: 'buch* bücher* auflage* kapitel seite seiten isbn lehrbuch exemplar ausgabe umschlag einband skript*',
  i: 'ich mir mich mein* uns wir',
  you: 'du dir dich dein* sie ihnen ihr ihre ihrem euch',
  verify:
    'bestätig* verifizier* prüf* echt bot bots beweis* absicher* sicher* identität* freischalt* freigeschalt* freigabe freigegeben legitim* käuferschutz',
  arrive: 'draußen findest finde verspät* spät steh stehe klingel* vor',
  dollars: '€ $ euro euros eur',
};
