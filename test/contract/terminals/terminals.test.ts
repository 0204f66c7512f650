import { useTempFolder } from '../../tempFolder.ts';
import { describeTerminals } from './describeTerminals.ts';
import { fakePlaces } from './fakePlaces.ts';
import { headlessPlaces } from './headlessPlaces.ts';
import { tmuxPlaces } from './tmuxPlaces.ts';

describeTerminals('fake', async () => fakePlaces());

describe('real places', () => {
  const folder = useTempFolder();
  describeTerminals('headless', async () => headlessPlaces(folder()));
  describeTerminals('tmux', async () => tmuxPlaces(folder()));
});
