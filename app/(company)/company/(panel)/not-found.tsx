import { Missing } from '../../../_components/missing'

export default function PanelNotFound() {
  return <Missing home="/company" text="panelHome" />
}
