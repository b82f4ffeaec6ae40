/** What a provider allows, counted together for all who use it with the same key. */
export interface SourceLimits {
  /** A turn, or in how many milliseconds to ask for one again. */
  take(): Promise<SourceTurn | number>
  /** The provider has said that nothing may be sent for so long. */
  silence(ms: number): Promise<void>
}

export interface SourceTurn {
  /** The answer has come. */
  end(): Promise<void>
}
