import { listLogOperation } from '#lib/request-log/contract'
import { listLog } from '#lib/request-log/list-log'
import { bind, companyEndpoints } from '../company-route'

/** What a company's apps and keys asked, for its programs. */
export const requestLogBindings = [bind(listLogOperation, (actor, { query }) => listLog(actor, query))]

export const requestLogEndpoints = companyEndpoints(requestLogBindings)
