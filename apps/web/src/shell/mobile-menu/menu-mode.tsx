import type { ReactElement } from 'react'
import { LeftList } from '../workspace/left-list.tsx'

/** The user's algorithms, indicators and activity. */
export function MenuMode(): ReactElement {
  return <LeftList />
}
