import type { ReactElement } from 'react'
import { LoadingRows } from '../ui/states.tsx'

/** Stands where a page will be, while its code is loading. */
export function PagePending(): ReactElement {
  return <LoadingRows rows={6} height={40} />
}
