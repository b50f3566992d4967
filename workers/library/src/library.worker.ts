import { serve } from '@cairn/http-kernel/serve'
import { exportNamespace } from './archive/export-namespace.ts'
import { importNamespace } from './archive/import-namespace.ts'
import { type Env, libraryBindings } from './bindings.ts'
import { contextLinks } from './context/context-links.ts'
import { contextReceipt } from './context/context-receipt.ts'
import { contextSources } from './context/context-sources.ts'
import { keepBundle } from './context/keep-bundle.ts'
import { addDocuments } from './documents/add-documents.ts'
import { deleteDocument } from './documents/delete-document.ts'
import { getDocument } from './documents/get-document.ts'
import { listDocuments } from './documents/list-documents.ts'
import { getEmbedder } from './embedder/get-embedder.ts'
import { putEmbedder } from './embedder/put-embedder.ts'
import { getErasure } from './erasures/get-erasure.ts'
import { startErasure } from './erasures/start-erasure.ts'
import { maintenanceStep } from './maintenance/maintenance-step.ts'
import { maintainSome } from './maintenance/scheduled.ts'
import { listNamespaces } from './namespaces/list-namespaces.ts'
import { usage } from './namespaces/usage.ts'
import { getReceipt } from './receipts/get-receipt.ts'
import { listCheckpoints } from './receipts/list-checkpoints.ts'
import { receiptKeys } from './receipts/receipt-keys.ts'
import { receiptVerification } from './receipts/receipt-verification.ts'
import { checkNotebook } from './research/check-notebook.ts'
import { createResearch } from './research/create-research.ts'
import { deleteResearch } from './research/delete-research.ts'
import { exportNotebook } from './research/export-notebook.ts'
import { getResearch } from './research/get-research.ts'
import { listResearch } from './research/list-research.ts'
import { passageFromPointer } from './research/passage-from-pointer.ts'
import { putResearch } from './research/put-research.ts'
import { deleteSource } from './sources/delete-source.ts'
import { getSource } from './sources/get-source.ts'
import { listSources } from './sources/list-sources.ts'
import { putSource } from './sources/put-source.ts'
import { putUpstream } from './sources/put-upstream.ts'
import { sourceChanges } from './sources/source-changes.ts'

/** The write side: sources, their documents, research, and the maintenance of what they became. */
export default {
  fetch: serve({
    worker: 'library',
    bindings: libraryBindings,
    handlers: {
      putSource,
      getSource,
      listSources,
      deleteSource,
      addDocuments,
      listDocuments,
      getDocument,
      deleteDocument,
      getEmbedder,
      putEmbedder,
      createResearchSource: createResearch('source'),
      listResearchSources: listResearch('source'),
      getResearchSource: getResearch('source'),
      putResearchSource: putResearch('source'),
      deleteResearchSource: deleteResearch('source'),
      createPassage: createResearch('passage'),
      passageFromPointer,
      listPassages: listResearch('passage'),
      getPassage: getResearch('passage'),
      deletePassage: deleteResearch('passage'),
      createCitation: createResearch('citation'),
      listCitations: listResearch('citation'),
      getCitation: getResearch('citation'),
      putCitation: putResearch('citation'),
      deleteCitation: deleteResearch('citation'),
      createNotebook: createResearch('notebook'),
      listNotebooks: listResearch('notebook'),
      getNotebook: getResearch('notebook'),
      putNotebook: putResearch('notebook'),
      deleteNotebook: deleteResearch('notebook'),
      checkNotebook,
      exportNotebook,
      exportNamespace,
      importNamespace,
      startErasure,
      getErasure,
      usage,
      listNamespaces,
      maintenanceStep,
      getReceipt,
      receiptVerification,
      listCheckpoints,
      receiptKeys,
      putUpstream,
      sourceChanges,
      contextSources,
      contextLinks,
      keepBundle,
      contextReceipt,
    },
  }),
  scheduled: (controller, env) => maintainSome(libraryBindings(env), controller.scheduledTime),
} satisfies ExportedHandler<Env>
