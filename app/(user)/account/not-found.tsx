import { Missing } from '../../_components/missing'

export default function AccountNotFound() {
  return <Missing home="/account" text="accountHome" />
}
