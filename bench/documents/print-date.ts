import type { Language } from './captions'

/** Months as pages shorten them, in capitals. */
const MONTHS: Partial<Record<Language, string>> = {
  en: 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC',
  fr: 'JAN FÉV MARS AVR MAI JUIN JUIL AOÛT SEPT OCT NOV DÉC',
  es: 'ENE FEB MAR ABR MAY JUN JUL AGO SEP OCT NOV DIC',
  de: 'JAN FEB MÄR APR MAI JUN JUL AUG SEP OKT NOV DEZ',
  pl: 'STY LUT MAR KWI MAJ CZE LIP SIE WRZ PAŹ LIS GRU',
  hu: 'JAN FEB MÁR ÁPR MÁJ JÚN JÚL AUG SZEP OKT NOV DEC',
  pt: 'JAN FEV MAR ABR MAI JUN JUL AGO SET OUT NOV DEZ',
  it: 'GEN FEB MAR APR MAG GIU LUG AGO SET OTT NOV DIC',
  nl: 'JAN FEB MAA APR MEI JUN JUL AUG SEP OKT NOV DEC',
  sv: 'JAN FEB MAR APR MAJ JUN JUL AUG SEP OKT NOV DEC',
  fi: 'TAM HEL MAA HUH TOU KES HEI ELO SYY LOK MAR JOU',
  da: 'JAN FEB MAR APR MAJ JUN JUL AUG SEP OKT NOV DEC',
  ro: 'IAN FEB MAR APR MAI IUN IUL AUG SEP OCT NOI DEC',
  tr: 'OCA ŞUB MAR NİS MAY HAZ TEM AĞU EYL EKİ KAS ARA',
}

/** `12.08.1974`, `12 08 1974`, `12/08/1974`, `1974-08-12`, `12 AUG 1974`, `12 AUG/AOÛT 74` with the first two languages. @see ICAO 9303-3 §4.6 */
export type DateStyle = 'dots' | 'spaces' | 'slashes' | 'iso' | 'english' | 'two-languages' | 'two-languages-short' | 'capitalised'

/** @param date `YYYY-MM-DD` */
export function printDate(date: string, style: DateStyle, languages: readonly Language[]): string {
  const [year, month, day] = date.split('-') as [string, string, string]
  const named = (language: Language | undefined) => MONTHS[language ?? 'en']?.split(' ')[Number(month) - 1] as string
  const english = named('en')
  const other = named(languages.find((language) => language !== 'en' && MONTHS[language] !== undefined))
  const both = languages[0] === 'en' ? `${english}/${other}` : `${other}/${english}`
  switch (style) {
    case 'dots':
      return `${day}.${month}.${year}`
    case 'spaces':
      return `${day} ${month} ${year}`
    case 'slashes':
      return `${day}/${month}/${year}`
    case 'iso':
      return date
    case 'english':
      return `${day} ${english} ${year}`
    case 'capitalised':
      return `${day} ${english.charAt(0)}${english.slice(1).toLowerCase()} ${year}`
    case 'two-languages':
      return `${day} ${both} ${year}`
    case 'two-languages-short':
      return `${day} ${both} ${year.slice(2)}`
  }
}
