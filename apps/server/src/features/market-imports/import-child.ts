import { UserError } from '@tradeloom/domain'
import { importFiles, type ImportProgress, openMarketStore } from '@tradeloom/market-data'
import { AppError } from '../../platform/errors/app-error.ts'
import type { ImportJob, ImportWord } from './import-messages.ts'
import { ImportQuotas } from './import-quotas.ts'

const TELL_MS = 250

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
      onProgress: tellNowAndThen(),
      signal: stopping.signal,
    })
    await tell({ kind: 'done', report })
  } catch (error) {
    const isExpected = [UserError, AppError].some((kind) => error instanceof kind)
    const message =
      error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : String(error)
    await tell({ kind: 'failed', message, isExpected })
  }
  process.exit()
}

function tellNowAndThen(): (progress: ImportProgress) => void {
  let told = { at: 0, phase: '' }
  return (progress) => {
    const at = Date.now()
    if (at - told.at < TELL_MS && progress.phase === told.phase) return
    told = { at, phase: progress.phase }
    void tell({ kind: 'progress', progress })
  }
}

/** Also resolves if the server is gone. */
function tell(word: ImportWord): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(word, () => resolve())
    else resolve()
  })
}
