import { useEffect, useMemo, useRef, useState } from 'react'
import { type OrderRequest, rowOrder } from './row-order.ts'

interface OrderReply {
  readonly id: number
  readonly order: Uint32Array
}

/** Fewer rows are sorted faster than they are sent to a worker. */
const MIN_ROWS = 2000

/** The order of rows; while a worker sorts, the one before stays. */
export function useRowOrder(request: OrderRequest): Uint32Array {
  const small = useMemo(() => (request.rows.length < MIN_ROWS ? rowOrder(request) : null), [request])
  const [sorted, setSorted] = useState<Uint32Array | null>(null)
  const worker = useRef<Worker | null>(null)
  const latest = useRef(0)
  useEffect(() => {
    const id = ++latest.current
    if (small !== null) return
    worker.current ??= startWorker(({ id: answered, order }) => {
      if (answered === latest.current) setSorted(order)
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.current.postMessage({ ...request, id })
  }, [request, small])
  useEffect(
    () => () => {
      worker.current?.terminate()
      worker.current = null
    },
    [],
  )
  return small ?? sorted ?? request.rows
}

function startWorker(onReply: (reply: OrderReply) => void): Worker {
  const started = new Worker(new URL('./order-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<OrderReply>) => onReply(data))
  return started
}
