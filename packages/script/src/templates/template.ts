/** A script to begin a new algorithm with. */
export interface Template {
  readonly name: string
  readonly title: string
  /** One sentence: what it trades, or what it shows. */
  readonly description: string
  readonly script: string
}
