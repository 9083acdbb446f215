import type { ShownCount } from '#lib/companies/overview/suppress-small-counts'

/** One day of the charts; null stands for one to four. */
export type ChartDay = { label: string; signedIn: ShownCount; given: ShownCount; withdrawn: ShownCount }

export type ChartSeries = Exclude<keyof ChartDay, 'label'>
