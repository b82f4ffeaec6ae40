import type { LinkGroup } from '@tradeloom/contracts'
import { createContext } from 'react'

/** The group of the panel around; null for one that stands alone. */
export const PanelGroup = createContext<LinkGroup | null>(null)
