/** What every reader of a line has of it. The times are the database's. */
export type LineFields = {
  id: string
  created_at: Date
  actor_kind: string
  actor_id: string | null
  actor_name: string | null
  action: string
  target_kind: string
  target_id: string
  target_name: string | null
  /** Where it was done from, under a key of ours; null where that is nobody's to know. */
  place_sealed: Buffer | null
}
