/** A plain-text mail to one user. */
export interface Mail {
  readonly recipient: string
  readonly subject: string
  readonly body: string
}
