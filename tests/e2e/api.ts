import type { APIRequestContext } from '@playwright/test'

/** Calls the HTTP interface with a page's cookies; throws on failure. */
export async function callApi<Answer>(
  request: APIRequestContext,
  method: string,
  path: string,
  data?: unknown,
): Promise<Answer> {
  const answer = await request.fetch(path, { method, ...(data === undefined ? {} : { data }) })
  const text = await answer.text()
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${text.slice(0, 300)}`)
  return JSON.parse(text) as Answer
}

interface Named {
  readonly id: string
}

/** Creates a user for one test, signed in with the cookies of `request`; without `exact`, the name gets a number. */
export async function newUser(request: APIRequestContext, name: string, exact?: string): Promise<string> {
  const username = exact ?? `${name}${Math.floor(performance.timeOrigin + performance.now()) % 100_000_000}`
  await callApi(request, 'POST', '/public-api/register', {
    regUsername: username,
    regEmail: `${username}@example.com`,
    regPassword: 'correct horse battery',
    regRepeatPassword: 'correct horse battery',
  })
  return username
}

/** Creates an algorithm whose newest version has this script. */
export async function newAlgorithm(
  request: APIRequestContext,
  name: string,
  script: string,
): Promise<{ id: string; versionId: string }> {
  const algorithm = await callApi<Named>(request, 'POST', '/api/algorithms', { name })
  const version = await callApi<Named>(request, 'POST', `/api/algorithms/${algorithm.id}/versions`, {
    script,
    message: 'For the test',
  })
  return { id: algorithm.id, versionId: version.id }
}

interface Ended {
  readonly id: string
  readonly status: string
  readonly detail: string | null
}

/** Runs a version and waits for its end, whatever the outcome. */
export async function runBacktest(
  request: APIRequestContext,
  algorithm: { id: string; versionId: string },
  settings: object,
): Promise<Ended> {
  const queued = await queueBacktest(request, algorithm, settings)
  return backtestEnd(request, queued.id)
}

export function queueBacktest(
  request: APIRequestContext,
  algorithm: { id: string; versionId: string },
  settings: object,
): Promise<Ended> {
  return callApi<Ended>(request, 'POST', '/api/backtest', {
    algorithmId: algorithm.id,
    algorithmVersionId: algorithm.versionId,
    externals: {},
    ...settings,
  })
}

export function backtestEnd(request: APIRequestContext, id: string): Promise<Ended> {
  return end(request, `/api/backtest/${id}`)
}

export function importEnd(request: APIRequestContext, id: string): Promise<Ended> {
  return end(request, `/api/market-data/imports/${id}`)
}

/** Polls until the work has ended. Only the test's own time limit ends the wait, because the machine may be busy. */
async function end(request: APIRequestContext, path: string): Promise<Ended> {
  for (;;) {
    const row = await callApi<Ended>(request, 'GET', path)
    if (!['Queued', 'In Progress'].includes(row.status)) return row
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}
