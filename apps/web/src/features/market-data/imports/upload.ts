import { endpoints, type MarketImport } from '@tradeloom/contracts'
import { ApiError, NO_CONNECTION, toApiError } from '../../../api/api-error.ts'
import { showEnded } from '../../../entities/user/auth-prompt.ts'

export interface ImportRequest {
  readonly instrumentId: string
  readonly format: string
  /** Empty for the default of the format. */
  readonly timezone: string
  /** The symbol to read, as the files name it; empty if they need none. */
  readonly symbol: string
  /** Null to detect it from the times of the bars. */
  readonly interval: string | null
  /** Column names by meaning; empty ones are detected from the header. */
  readonly mapping: Readonly<Record<string, string>>
  readonly files: readonly File[]
}

function toForm({ instrumentId, format, timezone, symbol, interval, mapping, files }: ImportRequest): FormData {
  const form = new FormData()
  form.set('instrumentId', instrumentId)
  form.set('format', format)
  if (timezone !== '') form.set('timezone', timezone)
  if (symbol !== '') form.set('symbol', symbol)
  if (interval !== null) form.set('interval', interval)
  const named = Object.entries(mapping).filter(([, column]) => column.trim() !== '')
  if (named.length > 0) form.set('mapping', JSON.stringify(Object.fromEntries(named)))
  // The server streams the body: fields must come before the files.
  for (const file of files) form.append('file', file, file.name)
  return form
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Sends files and reports the percentage sent, which `fetch` cannot do.
 * @throws {ApiError} with the server's text, or when the server cannot be reached or `signal` aborts.
 */
export function uploadImport(
  request: ImportRequest,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<MarketImport> {
  const { method, path, response } = endpoints.startImport
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(method, path)
    xhr.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? (loaded / total) * 100 : 0))
    xhr.addEventListener('load', () => {
      const body = readJson(xhr.responseText)
      if (xhr.status === 401) showEnded('expired')
      if (xhr.status >= 400) {
        reject(toApiError('startImport', xhr.status, body))
        return
      }
      const parsed = response.safeParse(body)
      if (parsed.success) resolve(parsed.data)
      else reject(new ApiError('The server sent an unexpected reply', xhr.status, 'bad-reply'))
    })
    xhr.addEventListener('error', () => reject(new ApiError(NO_CONNECTION, 0, 'no-connection')))
    xhr.addEventListener('abort', () => reject(new ApiError('The upload was canceled', 0, 'aborted')))
    signal.addEventListener('abort', () => xhr.abort())
    xhr.send(toForm(request))
  })
}
