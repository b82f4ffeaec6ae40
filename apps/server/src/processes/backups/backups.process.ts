import type { BackupOutcome, BackupWork } from '@tradeloom/backup'
import type { RequestProcessDefinition } from '../../platform/processes/process-definition.ts'

/** Takes and verifies backups beside the server. Its progress is a sign of life: the time. */
export const backups: RequestProcessDefinition<BackupWork, BackupOutcome, number> = {
  name: 'backups',
  entry: new URL('main.ts', import.meta.url),
  atOnce: 1,
  idleMs: 0,
  limits: { heapMb: 1_024, silenceMs: 60_000 },
}
