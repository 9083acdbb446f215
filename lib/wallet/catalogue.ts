/** Claims that a wallet can be asked for: what a company may ask about a document, by the same names, but for the face. */
export const WALLET_FIELDS = ['given_name', 'family_name', 'birthdate', 'age_over_18', 'nationality', 'document_number', 'document_expiry'] as const

export type WalletField = (typeof WALLET_FIELDS)[number]

export type CredentialFormat = 'dc+sd-jwt' | 'mso_mdoc'

/** Where a claim stands in a credential; null is "each of the array". @see OpenID4VP 1.0 §7 */
type Path = readonly (string | null)[]

export type CredentialType = {
  /** `id` of the credential query, and the key of the answer. */
  id: string
  format: CredentialFormat
  /** `vct` of an SD-JWT VC, doc type of an mdoc: what trust anchors are listed for, and what companies may narrow to. */
  type: string
  /** Of an mdoc: the name space that its elements are in. */
  namespace: string | null
  /** What a certificate that signs it must be for. @see ISO/IEC 18013-5 Annex B.1.4 */
  extendedKeyUsage: string | null
  /** `trust_framework` of what it proves. @see OpenID Connect for Identity Assurance 1.0 */
  framework: 'eidas' | 'signet'
  /** Asked for and trusted on the embedded default and in test environments alone. */
  isSpecimen: boolean
  claims: Readonly<Partial<Record<WalletField, Path>>>
}

const MDOC_CLAIMS = {
  given_name: ['given_name'],
  family_name: ['family_name'],
  birthdate: ['birth_date'],
  nationality: ['nationality'],
  document_number: ['document_number'],
  document_expiry: ['expiry_date'],
} as const

const SD_JWT_CLAIMS = {
  given_name: ['given_name'],
  family_name: ['family_name'],
  birthdate: ['birthdate'],
  nationality: ['nationalities', null],
  document_number: ['document_number'],
  document_expiry: ['date_of_expiry'],
} as const

const AGE = { age_over_18: ['age_over_18'] } as const

/** What is listed once and is everywhere else derived: queries, trust, the documentation. */
export const CREDENTIAL_TYPES = [
  {
    // Neither form of the PID tells an age: the rulebook took it out in 1.1.
    id: 'pid_sd_jwt',
    format: 'dc+sd-jwt',
    type: 'urn:eudi:pid:1',
    namespace: null,
    extendedKeyUsage: null,
    framework: 'eidas',
    isSpecimen: false,
    claims: SD_JWT_CLAIMS,
  },
  {
    id: 'pid_mdoc',
    format: 'mso_mdoc',
    type: 'eu.europa.ec.eudi.pid.1',
    namespace: 'eu.europa.ec.eudi.pid.1',
    extendedKeyUsage: null,
    framework: 'eidas',
    isSpecimen: false,
    claims: MDOC_CLAIMS,
  },
  {
    id: 'mdl',
    format: 'mso_mdoc',
    type: 'org.iso.18013.5.1.mDL',
    namespace: 'org.iso.18013.5.1',
    extendedKeyUsage: '1.0.18013.5.1.2',
    framework: 'signet',
    isSpecimen: false,
    claims: { ...MDOC_CLAIMS, ...AGE },
  },
  {
    id: 'proof_of_age',
    format: 'mso_mdoc',
    type: 'eu.europa.ec.av.1',
    namespace: 'eu.europa.ec.av.1',
    extendedKeyUsage: null,
    framework: 'signet',
    isSpecimen: false,
    claims: AGE,
  },
  {
    id: 'specimen_sd_jwt',
    format: 'dc+sd-jwt',
    type: 'urn:signet:specimen:1',
    namespace: null,
    extendedKeyUsage: null,
    framework: 'signet',
    isSpecimen: true,
    claims: { ...SD_JWT_CLAIMS, age_over_18: ['age_equal_or_over', '18'] },
  },
  {
    id: 'specimen_mdoc',
    format: 'mso_mdoc',
    type: 'signet.specimen.1',
    namespace: 'signet.specimen.1',
    extendedKeyUsage: null,
    framework: 'signet',
    isSpecimen: true,
    claims: { ...MDOC_CLAIMS, ...AGE },
  },
] as const satisfies readonly CredentialType[]

export type CredentialId = (typeof CREDENTIAL_TYPES)[number]['id']
export type SpecimenId = Extract<(typeof CREDENTIAL_TYPES)[number], { isSpecimen: true }>['id']
export type CredentialTypeName = (typeof CREDENTIAL_TYPES)[number]['type']

export const CREDENTIAL_TYPE_NAMES: readonly CredentialTypeName[] = CREDENTIAL_TYPES.map(({ type }) => type)

/** Those that only a specimen wallet holds. */
export const SPECIMENS = CREDENTIAL_TYPES.filter((type) => type.isSpecimen)

export const isWalletField = (field: string): field is WalletField => (WALLET_FIELDS as readonly string[]).includes(field)

/** Types that can tell all of these fields, real ones first. @param of specimens count on the embedded default, and alone in test environments */
export const typesThatTell = (fields: readonly WalletField[], of: 'real' | 'specimens' | 'all'): CredentialType[] =>
  (CREDENTIAL_TYPES as readonly CredentialType[]).filter(
    ({ claims, isSpecimen }) => (of === 'all' || isSpecimen === (of === 'specimens')) && fields.every((field) => claims[field] !== undefined),
  )
