import { lettersOf } from './compare-text'

/** ISO 3166-1: three letters and the two that stand for the same. */
const CODES =
  'ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT AZEAZ BDIBI BELBE BENBJ BESBQ BFABF ' +
  'BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB BRNBN BTNBT BVTBV BWABW CAFCF CANCA CCKCC CHECH CHLCL CHNCN ' +
  'CIVCI CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC ' +
  'EGYEG ERIER ESHEH ESPES ESTEE ETHET FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW ' +
  'GNQGQ GRCGR GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR IRQIQ ISLIS ' +
  'ISRIL ITAIT JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB LBRLR LBYLY LCALC LIELI LKALK LSOLS ' +
  'LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS ' +
  'MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA NCLNC NERNE NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE ' +
  'PHLPH PLWPW PNGPG POLPL PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ ' +
  'SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ ' +
  'TKLTK TKMTM TLSTL TONTO TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG VIRVI VNMVN ' +
  'VUTVU WLFWF WSMWS YEMYE ZAFZA ZMBZM ZWEZW'

/** How people of a country are called on its documents, where that does not begin like the country's own name; and what ISO 3166 has not. */
const PEOPLE =
  'GBR:BRITISH CITIZEN,BRITISH,BRITANNIQUE,BRITANICA GBD:BRITISH OVERSEAS TERRITORIES CITIZEN GBN:BRITISH NATIONAL OVERSEAS GBO:BRITISH OVERSEAS CITIZEN GBS:BRITISH SUBJECT ' +
  'D:DEUTSCH,GERMAN,ALLEMANDE,ALLEMAND,GERMANY,DEUTSCHLAND,BUNDESREPUBLIK NLD:NEDERLANDSE,DUTCH,NEERLANDAISE CHE:SWISS,SCHWEIZ,SUISSE,SVIZZERA,SVIZRA,SCHWEIZER ' +
  'ESP:ESPANOLA,ESPANOL,SPANISH,ESPAGNOLE FRA:FRANCAISE,FRENCH,FRANCAIS POL:POLSKIE,POLISH,POLSKA,POLONAISE IRL:EIREANNACH,IRISH,IRLANDAISE DNK:DANSK,DANISH,DANOISE ' +
  'FIN:SUOMI,FINNISH,FINLAND,SUOMALAINEN SWE:SVENSK,SWEDISH NOR:NORSK,NORWEGIAN ISL:ISLENSKT,ICELANDIC GRC:HELLENIC,GREEK,ELLINIKI,HELLENE CYP:KYPRIAKI,CYPRIOT HUN:MAGYAR,HUNGARIAN,HONGROISE ' +
  'HRV:HRVATSKO,CROATIAN,HRVATSKA AUT:OSTERREICH,AUSTRIAN,OESTERREICH,AUTRICHIENNE ALB:SHQIPTARE,ALBANIAN GEO:GEORGIAN,SAKARTVELO ARM:HAYASTAN,ARMENIAN TUR:TC,TURK,TURKISH,TURQUE ' +
  'USA:UNITED STATES OF AMERICA,AMERICAN,ETATS UNIS D AMERIQUE,USA CHN:CHINESE,CHINA,CHINOISE KOR:REPUBLIC OF KOREA,KOREAN,COREE PRK:DPR KOREA JPN:JAPAN,JAPANESE ZAF:SOUTH AFRICAN NZL:NEW ZEALAND ' +
  'CZE:CESKA REPUBLIKA,CZECH,CESKE,TCHEQUE SVK:SLOVENSKA,SLOVAK,SLOVENSKE SVN:SLOVENSKO,SLOVENIAN,SLOVENE,SLOVENIJA EST:EESTI,ESTONIAN LVA:LATVIJAS,LATVIAN LTU:LIETUVOS,LITHUANIAN ' +
  'ROU:ROMANA,ROMANIAN,ROUMAINE BGR:BULGARIA,BULGARIAN,BALGARIA SRB:SRPSKO,SERBIAN,SRBIJA UKR:UKRAINA,UKRAINIAN RUS:RUSSIAN FEDERATION,ROSSIJSKAYA MKD:MACEDONIAN MNE:CRNOGORSKO,MONTENEGRIN ' +
  'LIE:LIECHTENSTEIN LUX:LUXEMBOURGEOISE,LETZEBUERG MLT:MALTIJA,MALTESE PHL:FILIPINO,PILIPINO THA:THAI MMR:MYANMAR,BURMESE LBN:LEBANESE,LIBANAISE ARE:UNITED ARAB EMIRATES,EMIRATI ISR:ISRAELI ' +
  'IND:INDIAN,BHARAT VAT:VATICANA XXA:STATELESS,APATRIDE,STAATENLOS XXB:REFUGEE RKS:KOSOVAR,KOSOVO UTO:UTOPIAN,UTOPIA,UTOPIENNE,UTOPIE'

const LANGUAGES = ['en', 'fr', 'es', 'de', 'it', 'pt', 'nl', 'pl', 'cs', 'sk', 'sl', 'hr', 'hu', 'ro', 'sv', 'da', 'nb', 'fi', 'et', 'lv', 'lt', 'tr']
/** A people's name begins like its country's for so many letters: Polish, Poland. */
const STEM = 4

const NAMES = namesOfCountries()

function namesOfCountries(): Map<string, string[]> {
  const names = new Map<string, string[]>()
  const inLanguages = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }))
  for (const pair of CODES.split(' ')) {
    const [code, region] = [pair.slice(0, 3), pair.slice(3)]
    const words = inLanguages.map((language) => lettersOf(language.of(region) ?? '')).filter((name) => name.length >= STEM)
    names.set(code === 'DEU' ? 'D' : code, [...new Set(words)])
  }
  for (const [, code, list] of PEOPLE.matchAll(/([A-Z]{1,3}):((?:[A-Z ]+,)*[A-Z ]+?)(?= [A-Z]{1,3}:|$)/g)) {
    names.set(code as string, [...(list as string).split(',').map(lettersOf), ...(names.get(code as string) ?? [])])
  }
  return names
}

/** Whether a word may stand for a country of a zone: its code, its name or its people, in one of many languages. */
export function isCountry(text: string, code: string): boolean {
  const letters = lettersOf(text)
  if (letters === code || (code === 'D' && letters === 'DEU') || (code === 'DEU' && letters === 'D')) return true
  return (NAMES.get(code === 'DEU' ? 'D' : code) ?? []).some((name) => beginAlike(name, letters))
}

/** Codes of all countries a word may stand for. */
export const countriesOf = (text: string): string[] => [...NAMES.keys()].filter((code) => isCountry(text, code))

/** Whether all of a text is the code or the name of some country or people, and not only the beginning of one: ROMA is a town. */
export const isNameOfCountry = (text: string) => {
  const letters = lettersOf(text)
  return NAMES.has(letters) || letters === 'DEU' || [...NAMES.values()].some((names) => names.includes(letters))
}

function beginAlike(name: string, text: string) {
  if (name === text) return true
  const stem = Math.max(STEM, Math.min(name.length, text.length) - 4)
  return name.length >= STEM && text.length >= STEM && name.slice(0, stem) === text.slice(0, stem)
}
