import { type BackupOutcome, type BackupWork, performBackupWork } from '@tradeloom/backup'
import { serveRequests } from '../../platform/processes/serve-requests.ts'

const SIGN_OF_LIFE_MS = 10_000

serveRequests<BackupWork, BackupOutcome, number>(async (work, { report, signal }) => {
  // Copying a large database takes longer than a silence may.
  const timer = setInterval(() => report(Date.now()), SIGN_OF_LIFE_MS)
  try {
    return await performBackupWork(work, signal)
  } finally {
    clearInterval(timer)
  }
})
