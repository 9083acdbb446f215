import { DataKey, type Place } from '#lib/core/sealed'
import { type Profile, profileSchema, type VerifiedClaims } from './schema'

/** The columns of a person that are sealed under their own key. */
export type SealedPerson = {
  id: string
  emailSealed: Uint8Array
  profileSealed: Uint8Array
  dataKeySealed: Uint8Array
  masterKeyId: string
}

/** Who signed a claim that came from a wallet, and by which rules. @see OpenID Connect for Identity Assurance 1.0, `trust_framework` */
export type ClaimIssuer = { name: string; framework: 'eidas' | 'signet' }

/** How a claim was verified. @see OpenID Connect for Identity Assurance 1.0, `verification` */
export type ClaimOrigin = { framework: ClaimIssuer['framework']; isWallet: boolean; day: string }

export type SealedClaim = { name: string; valueSealed: Uint8Array }

const emailPlace = (row: string): Place => ({ table: 'users', row, column: 'email_sealed' })
const profilePlace = (row: string): Place => ({ table: 'users', row, column: 'profile_sealed' })
const issuerPlace = (row: string, name: string): Place => ({ table: 'verified_claims', row: `${row}/${name}`, column: 'issuer_sealed' })
const earlierPlace = (row: string, name: string): Place => ({ table: 'verified_claims', row: `${row}/${name}`, column: 'earlier_sealed' })
const claimPlace = (row: string, name: string): Place => ({ table: 'verified_claims', row: `${row}/${name}`, column: 'value_sealed' })

/** Opens and seals what is known about one person, with the data key that is theirs alone. */
export class PersonVault {
  private constructor(
    private readonly id: string,
    private readonly key: DataKey,
  ) {}

  static create(id: string) {
    const { dataKey, sealed, masterKeyId } = DataKey.create(id)
    return { vault: new PersonVault(id, dataKey), dataKeySealed: sealed, masterKeyId }
  }

  static of(person: Pick<SealedPerson, 'id' | 'dataKeySealed' | 'masterKeyId'>): PersonVault {
    return new PersonVault(person.id, DataKey.unwrap(person.id, person.dataKeySealed, person.masterKeyId))
  }

  sealEmail = (email: string) => this.key.seal(email, emailPlace(this.id))
  openEmail = (sealed: Uint8Array) => this.key.open(sealed, emailPlace(this.id))

  sealProfile = (profile: Profile) => this.key.seal(JSON.stringify(profile), profilePlace(this.id))
  openProfile = (sealed: Uint8Array): Profile => profileSchema.parse(JSON.parse(this.key.open(sealed, profilePlace(this.id))))

  /** Anything else that only this person's key may open. */
  sealSecret = (text: string, place: Place) => this.key.seal(text, place)
  openSecret = (sealed: Uint8Array, place: Place) => this.key.open(sealed, place)

  sealClaim = (name: string, value: string) => this.key.seal(value, claimPlace(this.id, name))
  sealIssuer = (name: string, issuer: ClaimIssuer) => this.key.seal(JSON.stringify(issuer), issuerPlace(this.id, name))
  openIssuer = (name: string, sealed: Uint8Array | null): ClaimIssuer | null =>
    sealed && (JSON.parse(this.key.open(sealed, issuerPlace(this.id, name))) as ClaimIssuer)

  sealEarlier = (name: string, origins: ClaimOrigin[]) => this.key.seal(JSON.stringify(origins), earlierPlace(this.id, name))
  openEarlier = (name: string, sealed: Uint8Array | null): ClaimOrigin[] =>
    sealed ? (JSON.parse(this.key.open(sealed, earlierPlace(this.id, name))) as ClaimOrigin[]) : []

  openClaims = (claims: SealedClaim[]): VerifiedClaims =>
    Object.fromEntries(claims.map(({ name, valueSealed }) => [name, this.key.open(valueSealed, claimPlace(this.id, name))]))
}
