import { definePanel } from '../../entities/panels/define-panel.ts'
import { orderBookOptions } from './order-book-options.ts'

/** Who wants to buy and sell how much at which price. */
export const panel = definePanel({
  name: 'order-book',
  title: 'Order book',
  letter: 'B',
  about: 'Bids and asks by price',
  size: { w: 2, h: 3 },
  options: orderBookOptions,
  keptWithUser: ['grouping'],
  version: 1,
  access: 'public',
  load: async () => (await import('./order-book.tsx')).OrderBook,
})
