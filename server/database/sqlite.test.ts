import { testStoreContract } from '../../test/support/callbacks/store-contract.ts';
import { newDataDir, openAsSite } from '../../test/support/callbacks/stores.ts';

testStoreContract(async () => {
  const dataDir = await newDataDir();
  return () => openAsSite(dataDir);
});
