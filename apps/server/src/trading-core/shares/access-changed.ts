/** On the bus: a user sees other accounts than before, or trades others. */
export const ACCESS_CHANGED = 'share.changed'

export interface AccessChanged {
  readonly userId: string
}
