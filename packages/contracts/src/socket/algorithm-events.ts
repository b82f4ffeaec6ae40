import { z } from 'zod'
import { versionCheckChange } from '../http/algorithm-checks.ts'
import { uuid } from '../http/common.ts'

export const algorithmEvents = {
  'version-check': versionCheckChange,
  /** Name, description, tags or sharing have changed, or it is new. */
  'algorithm-changed': z.object({ id: uuid }),
  'algorithm-deleted': z.object({ id: uuid }),
  'version-saved': z.object({ algorithmId: uuid, versionId: uuid, displayVersionNo: z.string() }),
}
