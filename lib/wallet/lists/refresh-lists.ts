import { log } from '#lib/core/log'
import { fetchList } from './fetched-list'
import { takeDueLists } from './store'

const AT_ONCE = 5

/**
 * Lists that are in use are fetched again before they end, at a time that says nothing of who was looked up. What cannot
 * be had stays as it is until it ends.
 */
export async function refreshLists(signal: AbortSignal): Promise<void> {
  let due = await takeDueLists(AT_ONCE)
  while (due.length > 0 && !signal.aborted) {
    const fetched = await Promise.allSettled(due.map(({ uri, kind }) => fetchList(uri, kind)))
    const failed = fetched.filter(({ status }) => status === 'rejected').length
    if (failed > 0) log.warn({ failed }, 'status lists could not be fetched again')
    due = await takeDueLists(AT_ONCE)
  }
}
