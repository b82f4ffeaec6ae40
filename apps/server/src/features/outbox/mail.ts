/** A plain-text mail to one user. */
export interface Mail {
  readonly recipient: string
  readonly subject: string
  readonly body: string
  /** How long it is tried: without, an hour, like the links in mail. */
  readonly lastsMs?: number
}
