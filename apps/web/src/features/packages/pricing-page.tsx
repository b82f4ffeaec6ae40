import type { ReactElement } from 'react'
import page from '../../ui/page.module.css'
import { PaymentReturn } from './payment-return.tsx'
import { PackagesTable } from './packages-table.tsx'

export function PricingPage(): ReactElement {
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>Premium Packages</h1>
      </div>
      <div>
        <PaymentReturn />
        <PackagesTable />
      </div>
    </div>
  )
}
