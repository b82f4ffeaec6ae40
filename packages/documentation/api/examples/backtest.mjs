// Lists backtests, starts one and follows it on the socket. Node 22 or later, without packages.
// TRADELOOM_URL=https://... TRADELOOM_KEY=tk_....ts_... node backtest.mjs ALGORITHM VERSION INSTRUMENT START END
import { setTimeout as sleep } from 'node:timers/promises'

const { TRADELOOM_URL: url, TRADELOOM_KEY: key } = process.env
const [algorithmId, algorithmVersionId, instrumentId, start, end] = process.argv.slice(2)
/** Whoever waits longer has no credits left. */
const MAX_WAIT_S = 120
/** The key was deleted, or the package has no place for the socket. */
const FINAL_CODES = [4001, 4429]

async function call(method, path, body) {
  for (;;) {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const wait = Number(response.headers.get('retry-after') ?? 0)
    if ([429, 503].includes(response.status) && wait <= MAX_WAIT_S) {
      await sleep(Math.max(1, wait) * 1000)
      continue
    }
    const answer = await response.json()
    if (!response.ok) throw new Error(answer.message)
    return answer
  }
}

/** Connects again until the run has ended; after each start the newest state comes first. */
async function follow(id) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 30_000)) {
    const ended = await listen(id)
    if (ended) return ended
    console.log('Connecting again')
    await sleep(wait)
  }
}

function listen(id) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/socket`)
    const send = (message) => socket.send(JSON.stringify(message))
    socket.onopen = () => {
      // This WebSocket cannot set headers, so the key is the first message.
      send({ type: 'authenticate', key })
      send({ type: 'subscribe', topic: `backtest.${id}` })
    }
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data)
      if (message.type === 'error') reject(new Error(message.message))
      if (message.type !== 'event') return
      const { event, data: row } = message.payload
      if (event === 'progress') console.log(`${row.progress.toFixed(0)} %`)
      if (!row?.status || ['Queued', 'In Progress'].includes(row.status)) return
      resolve(row)
      socket.close()
    }
    socket.onerror = () => {}
    socket.onclose = ({ code, reason }) => {
      if (FINAL_CODES.includes(code)) reject(new Error(reason))
      else resolve(null)
    }
  })
}

const backtests = await call('GET', '/api/backtests')
console.log(`Backtests so far: ${backtests.length}`)
const settings = { algorithmId, algorithmVersionId, instrumentId, start, end, interval: 'M15' }
const { id } = await call('POST', '/api/backtest', settings)
console.log(`Started ${id}`)
const { status } = await follow(id)
console.log(status)
