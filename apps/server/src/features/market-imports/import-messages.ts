import type { ImportProgress, ImportReport, ReadRequest } from '@tradeloom/market-data'
import type { QuotaLimits } from './import-quotas.ts'

/** The job of an import process. */
export interface ImportJob extends Pick<
  ReadRequest,
  'files' | 'format' | 'instrument' | 'timezone' | 'mapping' | 'interval' | 'limits'
> {
  readonly marketDir: string
  /** The owner of the imported data; null if it is shared. */
  readonly owner: string | null
  /** What the owner may store; null if unlimited. */
  readonly quotas: QuotaLimits | null
  readonly receiptId: string
}

/** Messages of an import process. */
export type ImportMessage =
  | { readonly kind: 'progress'; readonly progress: ImportProgress }
  | { readonly kind: 'done'; readonly report: ImportReport }
  /** `isExpected`: the message is for the uploading user, otherwise for the log. */
  | { readonly kind: 'failed'; readonly message: string; readonly isExpected: boolean }
