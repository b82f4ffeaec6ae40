import type { VersionCheckChange } from '@tradeloom/contracts'

/** Message on `version-check.<algorithm>`, for its owner. */
export interface CheckMessage {
  readonly userId: string
  readonly data: VersionCheckChange
}
