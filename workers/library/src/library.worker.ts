import { serve } from '@cairn/http-kernel/serve'
import { type Env, libraryBindings } from './bindings.ts'
import { addDocuments } from './documents/add-documents.ts'
import { deleteDocument } from './documents/delete-document.ts'
import { getDocument } from './documents/get-document.ts'
import { listDocuments } from './documents/list-documents.ts'
import { maintenanceStep } from './maintenance/maintenance-step.ts'
import { maintainSome } from './maintenance/scheduled.ts'
import { listNamespaces } from './namespaces/list-namespaces.ts'
import { getReceipt } from './receipts/get-receipt.ts'
import { listCheckpoints } from './receipts/list-checkpoints.ts'
import { receiptKeys } from './receipts/receipt-keys.ts'
import { receiptVerification } from './receipts/receipt-verification.ts'
import { deleteSource } from './sources/delete-source.ts'
import { getSource } from './sources/get-source.ts'
import { listSources } from './sources/list-sources.ts'
import { putSource } from './sources/put-source.ts'

/** The write side: sources, their documents, and the maintenance of what they became. */
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
      listNamespaces,
      maintenanceStep,
      getReceipt,
      receiptVerification,
      listCheckpoints,
      receiptKeys,
    },
  }),
  scheduled: (controller, env) => maintainSome(libraryBindings(env), controller.scheduledTime),
} satisfies ExportedHandler<Env>
