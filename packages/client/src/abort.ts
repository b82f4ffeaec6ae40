/** What is used of an `AbortSignal`: the types need neither those of Node nor those of browsers. */
export interface Abort {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}
