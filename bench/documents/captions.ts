/** What stands before or above a value, in the languages of the measured issuers. */
export type CaptionName =
  | 'type'
  | 'code'
  | 'number'
  | 'cardNumber'
  | 'surname'
  | 'givenNames'
  | 'nationality'
  | 'birthDate'
  | 'sex'
  | 'birthPlace'
  | 'issueDate'
  | 'authority'
  | 'expiryDate'
  | 'passport'
  | 'card'
  | 'visa'

const ORDER: readonly CaptionName[] = [
  ...(['type', 'code', 'number', 'cardNumber', 'surname', 'givenNames', 'nationality', 'birthDate'] as const),
  ...(['sex', 'birthPlace', 'issueDate', 'authority', 'expiryDate', 'passport', 'card', 'visa'] as const),
]

const WORDS = {
  en: 'Type|Code|Passport No.|Document No.|Surname|Given names|Nationality|Date of birth|Sex|Place of birth|Date of issue|Authority|Date of expiry|PASSPORT|IDENTITY CARD|VISA',
  fr: 'Type|Code du pays|Passeport n°|N° du document|Nom|Prénoms|Nationalité|Date de naissance|Sexe|Lieu de naissance|Date de délivrance|Autorité|Date d’expiration|PASSEPORT|CARTE D’IDENTITÉ|VISA',
  es: 'Tipo|Código|Pasaporte n.º|Núm. documento|Apellidos|Nombres|Nacionalidad|Fecha de nacimiento|Sexo|Lugar de nacimiento|Fecha de expedición|Autoridad|Fecha de caducidad|PASAPORTE|DOCUMENTO DE IDENTIDAD|VISADO',
  de: 'Typ|Kode|Pass-Nr.|Ausweis-Nr.|Name|Vornamen|Staatsangehörigkeit|Geburtsdatum|Geschlecht|Geburtsort|Ausstellungsdatum|Behörde|Gültig bis|REISEPASS|PERSONALAUSWEIS|VISUM',
  pl: 'Typ|Kod|Nr paszportu|Numer dokumentu|Nazwisko|Imiona|Obywatelstwo|Data urodzenia|Płeć|Miejsce urodzenia|Data wydania|Organ wydający|Data ważności|PASZPORT|DOWÓD OSOBISTY|WIZA',
  hu: 'Típus|Kód|Útlevélszám|Okmányazonosító|Családi név|Utónév|Állampolgárság|Születési idő|Neme|Születési hely|Kiállítás kelte|Hatóság|Érvényes|ÚTLEVÉL|SZEMÉLYAZONOSÍTÓ IGAZOLVÁNY|VÍZUM',
  pt: 'Tipo|Código|Passaporte n.º|N.º documento|Apelidos|Nomes próprios|Nacionalidade|Data de nascimento|Sexo|Local de nascimento|Data de emissão|Autoridade|Válido até|PASSAPORTE|CARTÃO DE CIDADÃO|VISTO',
  it: 'Tipo|Codice|Passaporto n.|Documento n.|Cognome|Nome|Cittadinanza|Data di nascita|Sesso|Luogo di nascita|Data di rilascio|Autorità|Data di scadenza|PASSAPORTO|CARTA DI IDENTITÀ|VISTO',
  nl: 'Type|Code|Paspoortnummer|Documentnummer|Naam|Voornamen|Nationaliteit|Geboortedatum|Geslacht|Geboorteplaats|Datum van afgifte|Autoriteit|Geldig tot|PASPOORT|IDENTITEITSKAART|VISUM',
  cs: 'Typ|Kód|Číslo pasu|Číslo dokladu|Příjmení|Jméno|Státní občanství|Datum narození|Pohlaví|Místo narození|Datum vydání|Vydal|Platnost do|CESTOVNÍ PAS|OBČANSKÝ PRŮKAZ|VÍZUM',
  sv: 'Typ|Kod|Pass nr|Kort nr|Efternamn|Förnamn|Nationalitet|Födelsedatum|Kön|Födelseort|Utfärdandedag|Myndighet|Giltigt till|PASS|IDENTITETSKORT|VISUM',
  fi: 'Tyyppi|Maa|Passin n:o|Kortin n:o|Sukunimi|Etunimet|Kansalaisuus|Syntymäaika|Sukupuoli|Syntymäpaikka|Antopäivä|Viranomainen|Voimassa|PASSI|HENKILÖKORTTI|VIISUMI',
  da: 'Type|Kode|Pas nr.|Kort nr.|Efternavn|Fornavne|Nationalitet|Fødselsdato|Køn|Fødested|Udstedt den|Myndighed|Udløbsdato|PAS|IDENTITETSKORT|VISUM',
  ro: 'Tipul|Codul|Pașaport nr.|Seria și nr.|Nume|Prenume|Cetățenia|Data nașterii|Sexul|Locul nașterii|Data eliberării|Autoritatea|Data expirării|PAȘAPORT|CARTE DE IDENTITATE|VIZĂ',
  tr: 'Türü|Ülke kodu|Pasaport No.|Seri No.|Soyadı|Adı|Uyruğu|Doğum tarihi|Cinsiyeti|Doğum yeri|Veriliş tarihi|Veren makam|Son geçerlilik|PASAPORT|KİMLİK KARTI|VİZE',
  hr: 'Vrsta|Kod|Broj putovnice|Broj iskaznice|Prezime|Ime|Državljanstvo|Datum rođenja|Spol|Mjesto rođenja|Datum izdavanja|Tijelo|Vrijedi do|PUTOVNICA|OSOBNA ISKAZNICA|VIZA',
} as const

export type Language = keyof typeof WORDS

export const caption = (name: CaptionName, language: Language): string => WORDS[language].split('|')[ORDER.indexOf(name)] as string
