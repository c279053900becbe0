/** Facts of a listing that can be had, and nothing of people. */
export type SharedListing = {
  id: string;
  title: string;
  author: string;
  /** 13 digits. */
  isbn: string | null;
  subject: string;
  condition: string;
  /** Minor units. */
  price: number;
  /** ISO 4217. */
  currency: string;
  hasPhoto: boolean;
  listedAt: Date;
};

/** A listing as it is now, with what finds it. */
export type ListingToShare = SharedListing & {
  endsAt: Date;
  /** Folded words of the title, the author and the ISBN. */
  words: readonly string[];
};

/** 'proposed': this market waits for the other; 'received': the other waits for this one. */
export type NeighborState = 'proposed' | 'received' | 'agreed';

type Coordinates = { latitude: number; longitude: number };

/** Another market of the deployment, as its neighbors see it. */
export type Neighbor = {
  /** Where people reach it: 'https://westfield.example'. */
  origin: string;
  host: string;
  name: string;
  coordinates: Coordinates | null;
  state: NeighborState;
  /** Whether it is paused, or closed for another reason: its listings are not shown meanwhile. */
  isOpen: boolean;
};

/** Absent means no restriction. */
export type SharedListingFilters = {
  /** Folded words, all of which a listing has; the last one may be the beginning of a word. */
  words?: readonly string[];
  subject?: string;
  /** Minor units of `currency`: listings in another one do not pass. */
  minPrice?: number;
  maxPrice?: number;
  currency: string;
  conditions?: readonly string[];
  hasPhoto?: true;
  sort?: 'price';
};

export type NeighborListings = Neighbor & { listings: readonly SharedListing[] };

/** What one market has with others of its deployment. Methods reject while the directory's database is away. */
export interface NeighborStore {
  /** Those with an agreement or a proposal, by name. */
  list(): Promise<Neighbor[]>;
  /** At most `limit` listings of each neighbor that is open, the newest first. Without an agreement no statement runs. */
  findListings(filters: SharedListingFilters, limit: number, now: Date): Promise<NeighborListings[]>;
  /** 'unknown': no other market has this host. 'agreed': the other one had proposed it. */
  propose(host: string, most: number): Promise<'proposed' | 'agreed' | 'too-many' | 'unknown'>;
  /** Whether the other one has proposed it. */
  confirm(host: string): Promise<boolean>;
  /** Ends an agreement, or a proposal of either side. Whether there was one. */
  end(host: string): Promise<boolean>;
  putCard(card: { name: string; coordinates: Coordinates | null }): Promise<void>;
  /** Writes listings as they are now, and removes those that are gone. False: there is no neighbor, and nothing is kept. */
  share(listed: readonly ListingToShare[], gone: readonly string[]): Promise<boolean>;
}
