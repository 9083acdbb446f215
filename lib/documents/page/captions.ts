import type { FieldName } from '../types'
import { editDistance, lettersOf } from './compare-text'

/** `name` may be a surname or a whole name; `other` names what is no field of the zone. */
export type Caption = FieldName | 'name' | 'other'

/**
 * What stands beside the fields of travel documents: English, French and Spanish, which ICAO asks for, and the languages
 * of issuers. @see ICAO 9303-3 §3.3 and table 1
 */
const CAPTIONS: Record<Caption, string> = {
  surname: `surname|surname s|last name|last names|family name|family names|surnames|primary identifier|nom|noms|nom de famille|apellido|apellidos|primer apellido|
    nachname|familienname|cognome|apelido|apelidos|sobrenome|achternaam|naam|nazwisko|nazwisko name|prijmeni|priezvisko|priimek|prezime|csaladnev|csaladi nev|vezeteknev|nume|
    nume de familie|numele|efternamn|efternavn|etternavn|slektsnavn|sukunimi|perekonnanimi|uzvards|pavarde|soyadi|soyad|mbiemri|mbiemer|eponymo|eftirnafn|kenninafn|sloinne|
    kunjom|family name surname|nama keluarga`,
  given_names: `given names|given name|given name s|givenname|givennames|first name|first names|forename|forenames|forename s|secondary identifier|prenom|prenoms|prenom s|nombre|nombres|
    vorname|vornamen|nome|nomi|nomes|nome s|nome proprio|voornaam|voornamen|imie|imiona|imie imiona|jmeno|jmena|meno|mena|ime|imena|utonev|utonevek|keresztnev|prenume|prenumele|fornamn|
    fornavn|fornavne|etunimet|etunimi|eesnimi|eesnimed|vards|vardi|vardas|vardai|adi|ad|emri|emer|onoma|eiginnafn|eiginnofn|nafn|reamhainm|reamhainmneacha|ismijiet|isem|names`,
  document_number: `passport no|passport number|passport nr|document no|document number|document nr|card no|card number|identity card no|identity card number|id no|id number|no du passeport|
    numero du passeport|n du passeport|passeport n|passeport no|no de passeport|numero de passeport|no du document|numero du document|n document|numero de documento|no de documento|
    num soporte|num documento|idesp|pasaporte no|no de pasaporte|no pasaporte|numero de pasaporte|n pasaporte|pass nr|pass no|passnr|passnummer|reisepass nr|reisepassnummer|ausweisnummer|ausweis nr|kartennummer|karten nr|dokument nr|dokumentnummer|dokumentennummer|
    n documento|numero documento|passaporto n|passaporto no|numero di passaporto|n passaporto|passaporte no|n do passaporte|numero do passaporte|paspoortnummer|documentnummer|nr paszportu|
    numer paszportu|numer dowodu osobistego|nr dowodu osobistego|seria i numer|numer dokumentu|cislo pasu|cislo cestovniho pasu|cislo dokladu|cislo obcianskeho preukazu|stevilka potnega lista|
    st potnega lista|stevilka osebne izkaznice|broj putovnice|broj pasosa|broj dokumenta|broj osobne iskaznice|utlevelszam|utlevel szama|okmanyazonosito|pasaport nr|numar pasaport|nr pasaport|seria si nr|
    passi number|passin numero|passnummer pass no|dokumendi number|pases nr|paso nr|paso numeris|pasaport no|seri no|pasaportes no|numri i pasaportes|n o|passport n|
    uimhir phas|pasaporta nru|pass n|passport book number|nomor paspor|no pasport|permit no|document number no`,
  birth_date: `date of birth|birth date|birthdate|dob|born|date de naissance|ne le|nee le|ne e le|fecha de nacimiento|nacimiento|geburtsdatum|geburtstag|geboren am|data di nascita|data de nascimento|
    geboortedatum|data urodzenia|datum narozeni|datum narodenia|datum rojstva|datum rodjenja|datum rodenja|szuletesi ido|szuletesi datum|data nasterii|fodelsedatum|fodselsdato|fodelsetid|
    syntymaaika|sunniaeg|dzimsanas datums|dzimsanas laiks|gimimo data|dogum tarihi|datelindja|data e lindjes|fadingardagur|data tat twelid|datebreith|data breithe|dob date of birth|tanggal lahir|tarikh lahir`,
  expiry_date: `date of expiry|expiry date|date of expiration|expiration date|expires|expires on|valid until|valid till|valid to|expiry|date d expiration|date d expir|date dexpiration|expire le|valable jusqu au|
    fecha de caducidad|fecha de vencimiento|fecha de expiracion|fecha caducidad|valido hasta|validez|vencimiento|caducidad|gultig bis|gueltig bis|ablaufdatum|data di scadenza|scadenza|data de validade|valido ate|
    validade|data de expiracao|geldig tot|datum afgifte geldig tot|data waznosci|termin waznosci|data uplywu waznosci|platnost do|datum platnosti|datum skoncenia platnosti|velja do|datum izteka veljavnosti|
    vrijedi do|datum isteka|vazi do|datum vazenja|ervenyessegi ido|ervenyes|lejarat|lejarat napja|data expirarii|valabil pana la|valabilitate|giltigt till|giltig till|sista giltighetsdag|gyldig til|gyldig til og med|
    utlopsdato|udlobsdato|gaelder til|voimassa|viimeinen voimassaolopaiva|voimassa asti|kehtiv kuni|kehtivuse lopp|deriga lidz|derigs lidz|galioja iki|gecerlilik tarihi|son gecerlilik tarihi|gecerlilik|
    data e skadimit|skadon|gildir til|data ta skadenza|as feidhm|data tal iskadenza|berlaku hingga|tarikh luput`,
  nationality: `nationality|citizenship|nationalite|nacionalidad|nacionalidade|staatsangehorigkeit|staatsbuergerschaft|staatsburgerschaft|cittadinanza|nazionalita|nationaliteit|obywatelstwo|statni obcanstvi|statne obcianstvo|obcianstvo|
    obcanstvi|drzavljanstvo|allampolgarsag|cetatenie|cetatenia|nationalitet|medborgarskap|statsborgerskab|statsborgerskap|kansalaisuus|kodakondsus|pilsoniba|pilietybe|valstybine priklausomybe|uyrugu|uyruk|
    shtetesia|kombesia|rikisfang|cittadinanza nationality|nazzjonalita|naisiuntacht|kewarganegaraan|warganegara`,
  sex: `sex|gender|sexe|sexo|geschlecht|sesso|geslacht|plec|pohlavi|pohlavie|spol|pol|nem|sexul|kon|kjonn|koen|sukupuoli|sugu|dzimums|lytis|cinsiyeti|cinsiyet|gjinia|kyn|sess|gneas|jantina|jenis kelamin`,
  issuer: `code of issuing state|issuing state|issuing country|country code|code of issuing country|code|code of state|state code|code du pays|code pays|code de l etat emetteur|etat emetteur|code etat|
    codigo del pais|codigo pais|estado emisor|pais emisor|codigo|codigo de pais|landercode|ausstellender staat|codice paese|codice stato|codice|codigo do pais|landcode|kod panstwa|kod kraju|kod statu|kod|
    kod statu vydavajiciho pas|drzava|kod drzave|allamkod|cod stat|codul tarii|landkod|landekode|maatunnus|riigi kood|valsts kods|valstybes kodas|ulke kodu|kodi i shtetit|negara`,
  name: 'name|name s|full name|nom et prenoms|nom et prenom|nombre completo|name vorname|nama|nama penuh|naam voornamen|name in full|surname and given names|apellidos y nombres|nazwisko i imiona|jmeno a prijmeni',
  other: `date of issue|issue date|issued on|date of issuance|date de delivrance|delivre le|fecha de expedicion|fecha de emision|fecha de emision y caducidad|emision|expedicion|ausstellungsdatum|ausgestellt am|datum der ausstellung|data di rilascio|
    data de emissao|data de expedicao|datum van afgifte|datum afgifte|data wydania|datum vydani|datum vydania|datum izdaje|datum izdavanja|kiallitas datuma|data emiterii|emisa la|utfardandedatum|utfardad den|udstedelsesdato|utstedt dato|
    utstedelsesdato|antopaiva|myonnetty|valjaandmise kuupaev|izdosanas datums|isdavimo data|verilis tarihi|duzenleme tarihi|data e leshimit|utgafudagur|place of birth|lieu de naissance|lugar de nacimiento|geburtsort|
    luogo di nascita|local de nascimento|naturalidade|geboorteplaats|miejsce urodzenia|misto narozeni|miesto narodenia|kraj rojstva|mjesto rodenja|mesto rodenja|szuletesi hely|locul nasterii|fodelseort|fodested|
    fodelsehemort|syntymapaikka|sunnikoht|dzimsanas vieta|gimimo vieta|dogum yeri|vendlindja|faedingarstadur|authority|issuing authority|issued by|autorite|autoridad|behorde|autorita|autoridade|autoriteit|organ wydajacy|
    vydal|vydany|organ|izdao|kiallito hatosag|autoritatea|emisa de|myndighet|myndighed|viranomainen|valjaandja|izdevejiestade|isdavusi institucija|veren makam|autoriteti|personal no|personal number|personal id no|personal id number|
    national id no|identity no|no personnel|no personal|personnummer|pesel|rodne cislo|emso|oib|szemelyi azonosito|cnp|personnr|henkilotunnus|isikukood|personas kods|asmens kodas|tc kimlik no|t c kimlik no|numero personal|
    dni num|numero de identificacion|type|typ|tipo|tip|tipas|tips|tyyppi|liik|tur|turu|document type|type of document|height|taille|estatura|grosse|groesse|statura|altura|lengte|wzrost|vyska|visina|magassag|pituus|pikkus|
    augums|ugis|boyu|colour of eyes|color of eyes|eyes|couleur des yeux|color de ojos|augenfarbe|colore degli occhi|kolor oczu|barva oci|residence|domicile|domicilio|wohnort|residenza|address|adresse|direccion|anschrift|
    indirizzo|adres|adres zameldowania|bydliste|prebivaliste|lakcim|domiciliu|signature|signature of bearer|signature of holder|holder s signature|signature du titulaire|firma|firma del titular|unterschrift|
    unterschrift des inhabers|unterschrift der inhaberin|firma del titolare|assinatura|assinatura do titular|handtekening|podpis|podpis posiadacza|podpis drzitele|potpis|alairas|semnatura|namnteckning|underskrift|
    allekirjoitus|allkiri|paraksts|parasas|imza|imzasi|nenshkrimi|birth name|name at birth|maiden name|geburtsname|nazwisko rodowe|rodne prijmeni|szuletesi nev|anyja neve|mother s name|father s name|parents given names|imiona rodzicow|
    nazwisko rodowe rodzicow|remarks|profession|occupation|file no|control number|card access number|can|zugangsnummer|passport|passeport|pasaporte|reisepass|paszport|passaporto|cestovni pas|identity card|carte d identite|
    personalausweis|dowod osobisty|carta d identita|residence permit|titre de sejour|blood group|religion|status|valid from|previous passport no|previous document no|old passport no|religious name or pseudonym|
    religioses pseudonym|ordens oder kunstlername|nom de religion ou pseudonyme|epouse|epoux|alias|titre|observations|endorsements|see page|republic|the republic|kingdom`,
}

/** How often each letter is in it, from A to Z. */
type Known = { text: string; caption: Caption; letters: Uint8Array }

const KNOWN: Known[] = Object.entries(CAPTIONS).flatMap(([caption, list]) =>
  list.split('|').map((phrase) => ({ text: lettersOf(phrase), caption: caption as Caption, letters: countLetters(lettersOf(phrase)) })),
)

/** By exact text; what means two things in two languages means the one listed first. */
const EXACT = new Map([...KNOWN].reverse().map(({ text, caption }) => [text, caption]))
const LONGEST = Math.max(...KNOWN.map(({ text }) => text.length))

/** Letters that may be misread in a caption; short ones must be right. */
const slack = (length: number) => (length < 5 ? 0 : length < 9 ? 1 : length < 14 ? 2 : 3)

/** The longest caption that begins at a word, and how many words it takes. */
export function captionAt(words: readonly string[], at: number): { caption: Caption; words: number; text: string } | undefined {
  let text = ''
  const beginnings: string[] = []
  for (let end = at; end < words.length && end < at + 7; end++) {
    text += lettersOf(words[end] as string)
    if (text.length > LONGEST + 3) break
    beginnings.push(text)
  }
  for (let count = beginnings.length; count > 0; count--) {
    const caption = captionOf(beginnings[count - 1] as string)
    // A word without letters adds nothing to a caption.
    if (caption && lettersOf(words[at + count - 1] as string) !== '') return { caption, words: count, text: beginnings[count - 1] as string }
  }
  return undefined
}

/** Letters of a caption that was cut off, from which on it can be no other. */
const ENOUGH_TO_KNOW = 9

/** The one caption, of those that are one word, that begins like this. */
export function captionThatBegins(beginning: string): string | undefined {
  const text = lettersOf(beginning)
  if (text.length < ENOUGH_TO_KNOW) return undefined
  const likely = KNOWN.filter(
    (known) => known.text.length >= text.length && editDistance(known.text.slice(0, text.length), text) <= slack(text.length) - 1,
  )
  return new Set(likely.map(({ caption }) => caption)).size === 1 ? likely[0]?.text : undefined
}

const found = new Map<string, Caption | undefined>()
const MOST_REMEMBERED = 2000

function captionOf(text: string): Caption | undefined {
  if (text === '') return undefined
  const exact = EXACT.get(text)
  if (exact) return exact
  if (found.has(text)) return found.get(text)
  const letters = countLetters(text)
  const near = KNOWN.map((known) => ({ known, misread: nearness(known, text, letters) })).filter(({ misread }) => misread !== undefined)
  const [best] = near.sort((one, other) => (one.misread as number) - (other.misread as number))
  if (found.size > MOST_REMEMBERED) found.clear()
  found.set(text, best?.known.caption)
  return best?.known.caption
}

function nearness(known: Known, text: string, letters: Uint8Array) {
  const most = Math.min(slack(known.text.length), slack(text.length))
  if (most === 0 || Math.abs(known.text.length - text.length) > most) return undefined
  // Each change mends at most two counts: nearly all captions are ruled out by this alone.
  const differing = letters.reduce((sum, count, letter) => sum + Math.abs(count - (known.letters[letter] as number)), 0)
  if (differing > 2 * most) return undefined
  const misread = editDistance(known.text, text)
  return misread <= most ? misread : undefined
}

function countLetters(text: string): Uint8Array {
  const counts = new Uint8Array(26)
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at) - 65
    counts[letter] = (counts[letter] as number) + 1
  }
  return counts
}
