// Lists backtests, starts one and follows it on the socket. Node 22 or later, with the client:
// npm install https://your.server/client.tgz
// TRADELOOM_URL=https://... TRADELOOM_KEY=tk_....ts_... \
//   node backtest.mjs ALGORITHM VERSION INSTRUMENT START END
import { createClient } from '@tradeloom/client'

const { TRADELOOM_URL: url = '', TRADELOOM_KEY: key = '' } = process.env
const [algorithmId = '', algorithmVersionId = '', instrumentId = '', start = '', end = ''] = process.argv.slice(2)

// A call waits when it is told to by 429 or 503, and is sent again when its answer is lost.
const client = createClient({ url, key })
const backtests = await client.call('GET /api/backtests')
console.log(`Backtests so far: ${backtests.length}`)
const settings = { algorithmId, algorithmVersionId, instrumentId, start, end }
const { id } = await client.call('POST /api/backtest', { body: { ...settings, interval: 'M15' } })
console.log(`Started ${id}`)

// The socket connects again by itself; after each start the newest state comes first.
const socket = client.openSocket()
const status = await new Promise((resolve, reject) => {
  socket.subscribe(
    `backtest.${id}`,
    ({ event, data }) => {
      if (event === 'progress') console.log(`${data.progress.toFixed(0)} %`)
      else if (data && 'status' in data && !['Queued', 'In Progress'].includes(data.status)) resolve(data.status)
    },
    reject,
  )
  void socket.ended.then(reject)
})
socket.close()
console.log(status)
