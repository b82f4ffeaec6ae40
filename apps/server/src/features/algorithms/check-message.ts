import type { VersionCheckChange } from '@tradeloom/contracts'

/** What travels on `version-check.<algorithm>`. It is for the owner. */
export interface CheckMessage {
  readonly userId: string
  readonly data: VersionCheckChange
}
