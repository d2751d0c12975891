// https://registry.terraform.io/providers/scanform/scanform/latest/docs
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import * as bases from '../../framework/bases';

// Configuration

export interface ScanformProviderConfig {
  /**
  * The service's address, without /v1. SCANFORM_BASE_URL is used when it is absent; where both are given, they must agree. http to another machine needs SCANFORM_INSECURE=1.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs#base_url ScanformProvider#base_url}
  */
  readonly baseUrl?: string;
  /**
  * The account's id. SCANFORM_ACCOUNT_ID is used when it is absent; neither is needed when the key reaches one account.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs#account_id ScanformProvider#account_id}
  */
  readonly accountId?: string;
  /**
  * The API key. Leave it out of code: when it is absent, SCANFORM_API_KEY is used, or the file that SCANFORM_API_KEY_FILE names.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs#api_key ScanformProvider#api_key}
  */
  readonly apiKey?: string;
  /**
  * Which live configurations belong to what is declared here, so that `scanform apply --prune` deletes those that are not declared. Terraform uses max_deletes alone.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs#managed_scope ScanformProvider#managed_scope}
  */
  readonly managedScope?: ScanformProviderManagedScope;
  /**
  * The maximum number of concurrent requests; fewer while the service limits their rate. Default: 10.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs#max_concurrency ScanformProvider#max_concurrency}
  */
  readonly maxConcurrency?: number;
  /**
  * Writes nothing: an apply reports for each resource which request it would send, and fails.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs#dry_run ScanformProvider#dry_run}
  */
  readonly dryRun?: boolean | cdktf.IResolvable;
  /**
  * Alias name
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs#alias ScanformProvider#alias}
  */
  readonly alias?: string;
}
export interface ScanformProviderManagedScope {
  /**
  * Configurations whose name matches this SQL LIKE pattern.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs#names ScanformProvider#names}
  */
  readonly names?: string;
  /**
  * Every configuration of the account.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs#all ScanformProvider#all}
  */
  readonly all?: boolean | cdktf.IResolvable;
  /**
  * The maximum number of deletions at once, also in one plan of Terraform; it may be the only attribute. Default: 3, or 30 % of the account if that is less; with Terraform, no limit.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs#max_deletes ScanformProvider#max_deletes}
  */
  readonly maxDeletes?: number;
}

export function scanformProviderManagedScopeToTerraform(struct?: ScanformProviderManagedScope | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    names: cdktf.stringToTerraform(struct!.names),
    all: cdktf.booleanToTerraform(struct!.all),
    max_deletes: cdktf.numberToTerraform(struct!.maxDeletes),
  }
}


export function scanformProviderManagedScopeToHclTerraform(struct?: ScanformProviderManagedScope | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    names: {
      value: cdktf.stringToHclTerraform(struct!.names),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    all: {
      value: cdktf.booleanToHclTerraform(struct!.all),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    max_deletes: {
      value: cdktf.numberToHclTerraform(struct!.maxDeletes),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}


/**
* Represents a {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs scanform}
*/
export class ScanformProvider extends bases.TerraformProvider {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "scanform";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a ScanformProvider resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the ScanformProvider to import
  * @param importFromId The id of the existing ScanformProvider that should be imported. Refer to the {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the ScanformProvider to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "scanform", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs scanform} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options ScanformProviderConfig = {}
  */
  public constructor(scope: Construct, id: string, config: ScanformProviderConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'scanform',
      terraformGeneratorMetadata: {
        providerName: 'scanform',
        providerVersionConstraint: '~> 0.1'
      },
      terraformProviderSource: 'scanform/scanform'
    });
    this._baseUrl = config.baseUrl;
    this._accountId = config.accountId;
    this._apiKey = config.apiKey;
    this._managedScope = config.managedScope;
    this._maxConcurrency = config.maxConcurrency;
    this._dryRun = config.dryRun;
    this._alias = config.alias;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // base_url - computed: false, optional: true, required: false
  private _baseUrl?: string; 
  public get baseUrl() {
    return this._baseUrl;
  }
  public set baseUrl(value: string | undefined) {
    this._baseUrl = value;
  }
  public resetBaseUrl() {
    this._baseUrl = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get baseUrlInput() {
    return this._baseUrl;
  }

  // account_id - computed: false, optional: true, required: false
  private _accountId?: string; 
  public get accountId() {
    return this._accountId;
  }
  public set accountId(value: string | undefined) {
    this._accountId = value;
  }
  public resetAccountId() {
    this._accountId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get accountIdInput() {
    return this._accountId;
  }

  // api_key - computed: false, optional: true, required: false
  private _apiKey?: string; 
  public get apiKey() {
    return this._apiKey;
  }
  public set apiKey(value: string | undefined) {
    this._apiKey = value;
  }
  public resetApiKey() {
    this._apiKey = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get apiKeyInput() {
    return this._apiKey;
  }

  // managed_scope - computed: false, optional: true, required: false
  private _managedScope?: ScanformProviderManagedScope; 
  public get managedScope() {
    return this._managedScope;
  }
  public set managedScope(value: ScanformProviderManagedScope | undefined) {
    this._managedScope = value;
  }
  public resetManagedScope() {
    this._managedScope = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get managedScopeInput() {
    return this._managedScope;
  }

  // max_concurrency - computed: false, optional: true, required: false
  private _maxConcurrency?: number; 
  public get maxConcurrency() {
    return this._maxConcurrency;
  }
  public set maxConcurrency(value: number | undefined) {
    this._maxConcurrency = value;
  }
  public resetMaxConcurrency() {
    this._maxConcurrency = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get maxConcurrencyInput() {
    return this._maxConcurrency;
  }

  // dry_run - computed: false, optional: true, required: false
  private _dryRun?: boolean | cdktf.IResolvable; 
  public get dryRun() {
    return this._dryRun;
  }
  public set dryRun(value: boolean | cdktf.IResolvable | undefined) {
    this._dryRun = value;
  }
  public resetDryRun() {
    this._dryRun = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get dryRunInput() {
    return this._dryRun;
  }

  // alias - computed: false, optional: true, required: false
  private _alias?: string; 
  public get alias() {
    return this._alias;
  }
  public set alias(value: string | undefined) {
    this._alias = value;
  }
  public resetAlias() {
    this._alias = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get aliasInput() {
    return this._alias;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      base_url: cdktf.stringToTerraform(this._baseUrl),
      account_id: cdktf.stringToTerraform(this._accountId),
      api_key: cdktf.stringToTerraform(this._apiKey),
      managed_scope: scanformProviderManagedScopeToTerraform(this._managedScope),
      max_concurrency: cdktf.numberToTerraform(this._maxConcurrency),
      dry_run: cdktf.booleanToTerraform(this._dryRun),
      alias: cdktf.stringToTerraform(this._alias),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      base_url: {
        value: cdktf.stringToHclTerraform(this._baseUrl),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      account_id: {
        value: cdktf.stringToHclTerraform(this._accountId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      api_key: {
        value: cdktf.stringToHclTerraform(this._apiKey),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      managed_scope: {
        value: scanformProviderManagedScopeToHclTerraform(this._managedScope),
        isBlock: true,
        type: "struct",
        storageClassType: "ScanformProviderManagedScope",
      },
      max_concurrency: {
        value: cdktf.numberToHclTerraform(this._maxConcurrency),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      dry_run: {
        value: cdktf.booleanToHclTerraform(this._dryRun),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      alias: {
        value: cdktf.stringToHclTerraform(this._alias),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
