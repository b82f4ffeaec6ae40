import type { DocumentationBlock } from '@tradeloom/contracts'
import { NO_CONNECTION } from '../../api/api-error.ts'
import { formatCount, formatPlain } from '../../ui/format.ts'

export type RequestBlock = Extract<DocumentationBlock, { type: 'request' }>

export interface RequestAnswer {
  /** The address that was asked, without the origin. */
  readonly address: string
  readonly status: number
  readonly statusText: string
  readonly ms: number
  /** Of the last 30 days: `12 of 1,000 credits`; null if the server does not say. */
  readonly credits: string | null
  /** Null for a file. */
  readonly text: string | null
  /** Only the beginning was read. */
  readonly isCut: boolean
}

const ANSWER_MS = 30_000
const MAX_CHARACTERS = 200_000

/** What is missing or wrong of what was typed, by field. */
export function requestProblems({ fields }: RequestBlock, values: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.name]?.trim() ?? ''
      if (value === '') return field.isRequired ? [[field.name, 'Please enter a value']] : []
      // An address with them is another address.
      const isOther = field.in === 'path' && value.split('/').some((part) => part === '.' || part === '..')
      return isOther ? [[field.name, 'This cannot be part of an address']] : []
    }),
  )
}

/** As it is shown when it is made, alone or as a header. */
export function credentialOf(typed: string): string | null {
  return /^(?:authorization:\s*)?(?:bearer\s+)?(tk_\w+\.ts_[\w-]+)$/i.exec(typed.trim())?.[1] ?? null
}

/** Reads from this server with a key and without cookies, which would be refused beside it. */
export async function sendRequest(
  block: RequestBlock,
  values: Readonly<Record<string, string>>,
  credential: string,
): Promise<RequestAnswer> {
  const address = addressOf(block, values)
  const began = performance.now()
  const answer = await fetch(new URL(address, location.origin), {
    credentials: 'omit',
    redirect: 'error',
    cache: 'no-store',
    headers: { authorization: `Bearer ${credential}` },
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((error: unknown) => {
    throw new Error((error as Error).name === 'TimeoutError' ? 'No answer within 30 seconds' : NO_CONNECTION)
  })
  const { status, statusText, headers } = answer
  const [used, available] = [headers.get('x-credits-used'), headers.get('x-credits-available')]
  const read = await bodyOf(answer)
  return {
    address,
    status,
    statusText,
    ms: Math.round(performance.now() - began),
    credits: used === null ? null : creditsOf(Number(used), Number(available)),
    ...read,
  }
}

/** Without a limit the package states no number. */
function creditsOf(used: number, available: number): string {
  return Number.isFinite(available)
    ? `${formatPlain(used)} of ${formatCount(available, 'credit')}`
    : formatCount(used, 'credit')
}

function addressOf({ path, fields }: RequestBlock, values: Readonly<Record<string, string>>): string {
  const valueOf = (name: string): string => values[name]?.trim() ?? ''
  const filled = path.replace(/:(\w+)|\*/g, (_, name: string | undefined) =>
    // The rest of an address may have slashes.
    name === undefined ? valueOf('*').split('/').map(encodeURIComponent).join('/') : encodeURIComponent(valueOf(name)),
  )
  const query = new URLSearchParams()
  for (const { name, in: place } of fields) {
    if (place === 'query' && valueOf(name) !== '') query.set(name, valueOf(name))
  }
  return query.size > 0 ? `${filled}?${query}` : filled
}

async function bodyOf({ body, headers }: Response): Promise<Pick<RequestAnswer, 'text' | 'isCut'>> {
  if (!/json|text/.test(headers.get('content-type') ?? '')) {
    await body?.cancel()
    return { text: null, isCut: false }
  }
  let text = ''
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done) return { text: pretty(text), isCut: false }
    text += value ?? ''
    if (text.length <= MAX_CHARACTERS) continue
    await reader?.cancel()
    return { text: text.slice(0, MAX_CHARACTERS), isCut: true }
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
