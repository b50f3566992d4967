import path from 'node:path'
import { repositoryRoot } from '@cairn/test-kit/start-cairn'

/** What a program is bundled with that reads as the search Worker does. */
export const SEARCH_WORKER = { 'search-worker': path.join(repositoryRoot, 'workers/search/src') }
