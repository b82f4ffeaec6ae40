import { type OrderRequest, rowOrder } from './row-order.ts'

/** Sorts off the page's thread, so that 100,000 rows do not stop the charts. */
globalThis.addEventListener('message', ({ data }: MessageEvent<OrderRequest & { readonly id: number }>) => {
  const order = rowOrder(data)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  globalThis.postMessage({ id: data.id, order }, { transfer: [order.buffer] })
})
