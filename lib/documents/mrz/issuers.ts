/** ISO 3166-1 alpha-3. */
const COUNTRIES =
  'ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR BHS BIH BLM BLR BLZ BMU BOL BRA BRB BRN ' +
  'BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP CZE DEU DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP ' +
  'EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IND ' +
  'IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA ' +
  'MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN ' +
  'PER PHL PLW PNG POL PRI PRK PRT PRY PSE PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUR SVK SVN ' +
  'SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR UMI URY USA UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM ' +
  'YEM ZAF ZMB ZWE'

/** Germany's one letter, British nationals by kind, organisations, Kosovo. @see ICAO 9303-3 §5, parts A to D */
const ISSUING_BESIDES = 'D GBD GBN GBO GBP GBS EUE UNO UNA UNK XBA XCC XCE XCO XDC XEC XIM XMP XOM XPO RKS ZIM NTZ'

/** Persons without a defined nationality. @see ICAO 9303-3 §5, part D */
const NATIONALITY_ONLY = 'XXA XXB XXC XXX'

const ISSUERS: ReadonlySet<string> = new Set([...COUNTRIES.split(' '), ...ISSUING_BESIDES.split(' ')])
const NATIONALITIES: ReadonlySet<string> = new Set([...ISSUERS, ...NATIONALITY_ONLY.split(' ')])

/** Utopia, issuer of the specimens in ICAO 9303. */
export const TEST_ISSUER = 'UTO'

/** As they stand in a zone, three cells each. */
const inCells = (codes: Iterable<string>) => [...codes, TEST_ISSUER].map((code) => code.padEnd(3, '<'))

export const ISSUERS_IN_ZONES = inCells(ISSUERS)
export const NATIONALITIES_IN_ZONES = inCells(NATIONALITIES)

export const isIssuer = (code: string, testIssuers: boolean) => ISSUERS.has(code) || (testIssuers && code === TEST_ISSUER)

export const isNationality = (code: string, testIssuers: boolean) => NATIONALITIES.has(code) || (testIssuers && code === TEST_ISSUER)
