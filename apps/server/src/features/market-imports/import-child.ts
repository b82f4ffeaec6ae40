import { UserError } from '@tradeloom/domain'
import { importFiles, type ImportProgress, openMarketStore } from '@tradeloom/market-data'
import { AppError } from '../../platform/errors/app-error.ts'
import type { ImportJob, ImportMessage } from './import-messages.ts'
import { ImportQuotas } from './import-quotas.ts'

const PROGRESS_MS = 250

/** Aborted when the server stops the import or has died: data that is not committed by now never will be. */
const stopping = new AbortController()
process.once('disconnect', () => stopping.abort())
process.once('message', (job) => void work(job as ImportJob))

async function work({ marketDir, owner, quotas, ...request }: ImportJob): Promise<void> {
  try {
    const view = openMarketStore(marketDir).forOwner(owner)
    const report = await importFiles({
      ...request,
      store: owner !== null && quotas ? new ImportQuotas(quotas).limited(view, owner) : view,
      onProgress: throttledProgress(),
      signal: stopping.signal,
    })
    await send({ kind: 'done', report })
  } catch (error) {
    const isExpected = [UserError, AppError].some((kind) => error instanceof kind)
    const message =
      error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : String(error)
    await send({ kind: 'failed', message, isExpected })
  }
  process.exit()
}

function throttledProgress(): (progress: ImportProgress) => void {
  let sent = { at: 0, phase: '' }
  return (progress) => {
    const at = Date.now()
    if (at - sent.at < PROGRESS_MS && progress.phase === sent.phase) return
    sent = { at, phase: progress.phase }
    void send({ kind: 'progress', progress })
  }
}

/** Also resolves if the server is gone. */
function send(update: ImportMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(update, () => resolve())
    else resolve()
  })
}
