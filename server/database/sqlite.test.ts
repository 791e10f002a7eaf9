import { testStoreContract } from '../../test/support/callbacks/store-contract.ts';
import { openAsSite } from '../../test/support/callbacks/stores.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';

testStoreContract(async () => {
  const dataDir = temporaryFolder();
  return () => openAsSite(dataDir);
});
