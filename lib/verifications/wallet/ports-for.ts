import { specimenPorts } from '#lib/wallet/specimen/specimen-ports'
import type { WalletPorts } from '#lib/wallet/types'
import { walletPorts } from '#lib/wallet/wallet-ports'
import type { Question } from './question'

/** Whom to believe: in a test environment the issuer of specimens and nobody else, so that nothing real is taken there. */
export const portsFor = ({ isTried }: Pick<Question, 'isTried'>, ports: WalletPorts = walletPorts()): WalletPorts => (isTried ? specimenPorts : ports)
