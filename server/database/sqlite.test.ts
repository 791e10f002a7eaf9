import { testNoticesContract } from '../../test/support/callbacks/notices-contract.ts';
import { testStoreContract } from '../../test/support/callbacks/store-contract.ts';
import { openAsSite } from '../../test/support/callbacks/stores.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';

async function createDatabase() {
  const dataDir = temporaryFolder();
  return () => openAsSite(dataDir);
}

testStoreContract(createDatabase);
testNoticesContract(createDatabase);
