// https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/all_findings
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import * as bases from '../../framework/bases';

// Configuration

export interface DataScanformAllFindingsConfig extends cdktf.TerraformMetaArguments {
  /**
  * Only of the last so many days. From 1 to 365.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/all_findings#days DataScanformAllFindings#days}
  */
  readonly days: number;
  /**
  * Only findings of this type. One of deepscan, pullrequest, sca, code_policy, all.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/all_findings#finding_type DataScanformAllFindings#finding_type}
  */
  readonly findingType?: string;
  /**
  * Only findings of these severities. Any of critical, high, medium, low.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/all_findings#severity DataScanformAllFindings#severity}
  */
  readonly severity?: string[];
  /**
  * Only findings of this repository.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/all_findings#repository_id DataScanformAllFindings#repository_id}
  */
  readonly repositoryId?: string;
  /**
  * For SCA and deepscan findings: only this branch; the default branch when left out.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/all_findings#branch DataScanformAllFindings#branch}
  */
  readonly branch?: string;
  /**
  * Also of earlier scans, not only of the latest one of each repository and branch.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/all_findings#all_results DataScanformAllFindings#all_results}
  */
  readonly allResults?: boolean | cdktf.IResolvable;
  /**
  * The largest number of findings to read, the newest first, since all of them are kept in the state. Default: 1000. With 0 they are only counted. When there are more, a warning says so.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/all_findings#limit DataScanformAllFindings#limit}
  */
  readonly limit?: number;
}
export interface DataScanformAllFindingsFindingsTriage {
}

export function dataScanformAllFindingsFindingsTriageToTerraform(struct?: DataScanformAllFindingsFindingsTriage): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataScanformAllFindingsFindingsTriageToHclTerraform(struct?: DataScanformAllFindingsFindingsTriage): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataScanformAllFindingsFindingsTriageOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataScanformAllFindingsFindingsTriage | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataScanformAllFindingsFindingsTriage | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // category - computed: true, optional: false, required: false
  public get category() {
    return this.getStringAttribute('category');
  }

  // category_name - computed: true, optional: false, required: false
  public get categoryName() {
    return this.getStringAttribute('category_name');
  }
}
export interface DataScanformAllFindingsFindings {
}

export function dataScanformAllFindingsFindingsToTerraform(struct?: DataScanformAllFindingsFindings): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataScanformAllFindingsFindingsToHclTerraform(struct?: DataScanformAllFindingsFindings): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataScanformAllFindingsFindingsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): DataScanformAllFindingsFindings | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataScanformAllFindingsFindings | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // finding_type - computed: true, optional: false, required: false
  public get findingType() {
    return this.getStringAttribute('finding_type');
  }

  // dashboard_url - computed: true, optional: false, required: false
  public get dashboardUrl() {
    return this.getStringAttribute('dashboard_url');
  }

  // severity - computed: true, optional: false, required: false
  public get severity() {
    return this.getStringAttribute('severity');
  }

  // type - computed: true, optional: false, required: false
  public get type() {
    return this.getStringAttribute('type');
  }

  // label - computed: true, optional: false, required: false
  public get label() {
    return this.getStringAttribute('label');
  }

  // description - computed: true, optional: false, required: false
  public get description() {
    return this.getStringAttribute('description');
  }

  // filename - computed: true, optional: false, required: false
  public get filename() {
    return this.getStringAttribute('filename');
  }

  // line_start - computed: true, optional: false, required: false
  public get lineStart() {
    return this.getNumberAttribute('line_start');
  }

  // line_end - computed: true, optional: false, required: false
  public get lineEnd() {
    return this.getNumberAttribute('line_end');
  }

  // repository_name - computed: true, optional: false, required: false
  public get repositoryName() {
    return this.getStringAttribute('repository_name');
  }

  // pr_number - computed: true, optional: false, required: false
  public get prNumber() {
    return this.getNumberAttribute('pr_number');
  }

  // pull_request_dashboard_url - computed: true, optional: false, required: false
  public get pullRequestDashboardUrl() {
    return this.getStringAttribute('pull_request_dashboard_url');
  }

  // created_at - computed: true, optional: false, required: false
  public get createdAt() {
    return this.getStringAttribute('created_at');
  }

  // state - computed: true, optional: false, required: false
  public get state() {
    return this.getStringAttribute('state');
  }

  // triage - computed: true, optional: false, required: false
  private _triage = new DataScanformAllFindingsFindingsTriageOutputReference(this, "triage");
  public get triage() {
    return this._triage;
  }
}

export class DataScanformAllFindingsFindingsList extends cdktf.ComplexList {

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param wrapsSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  constructor(protected terraformResource: cdktf.IInterpolatingParent, protected terraformAttribute: string, protected wrapsSet: boolean) {
    super(terraformResource, terraformAttribute, wrapsSet)
  }

  /**
  * @param index the index of the item to return
  */
  public get(index: number): DataScanformAllFindingsFindingsOutputReference {
    return new DataScanformAllFindingsFindingsOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Represents a {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/all_findings scanform_all_findings}
*/
export class DataScanformAllFindings extends bases.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "scanform_all_findings";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataScanformAllFindings resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataScanformAllFindings to import
  * @param importFromId The id of the existing DataScanformAllFindings that should be imported. Refer to the {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/all_findings#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataScanformAllFindings to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "scanform_all_findings", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/all_findings scanform_all_findings} Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataScanformAllFindingsConfig
  */
  public constructor(scope: Construct, id: string, config: DataScanformAllFindingsConfig) {
    super(scope, id, {
      terraformResourceType: 'scanform_all_findings',
      terraformGeneratorMetadata: {
        providerName: 'scanform',
        providerVersionConstraint: '~> 0.1'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._days = config.days;
    this._findingType = config.findingType;
    this._severity = config.severity;
    this._repositoryId = config.repositoryId;
    this._branch = config.branch;
    this._allResults = config.allResults;
    this._limit = config.limit;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // days - computed: false, optional: false, required: true
  private _days?: number; 
  public get days() {
    return this.getNumberAttribute('days');
  }
  public set days(value: number) {
    this._days = value;
  }
  // Temporarily expose input value. Use with caution.
  public get daysInput() {
    return this._days;
  }

  // finding_type - computed: false, optional: true, required: false
  private _findingType?: string; 
  public get findingType() {
    return this.getStringAttribute('finding_type');
  }
  public set findingType(value: string) {
    this._findingType = value;
  }
  public resetFindingType() {
    this._findingType = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get findingTypeInput() {
    return this._findingType;
  }

  // severity - computed: false, optional: true, required: false
  private _severity?: string[]; 
  public get severity() {
    return this.getListAttribute('severity');
  }
  public set severity(value: string[]) {
    this._severity = value;
  }
  public resetSeverity() {
    this._severity = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get severityInput() {
    return this._severity;
  }

  // repository_id - computed: false, optional: true, required: false
  private _repositoryId?: string; 
  public get repositoryId() {
    return this.getStringAttribute('repository_id');
  }
  public set repositoryId(value: string) {
    this._repositoryId = value;
  }
  public resetRepositoryId() {
    this._repositoryId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get repositoryIdInput() {
    return this._repositoryId;
  }

  // branch - computed: false, optional: true, required: false
  private _branch?: string; 
  public get branch() {
    return this.getStringAttribute('branch');
  }
  public set branch(value: string) {
    this._branch = value;
  }
  public resetBranch() {
    this._branch = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get branchInput() {
    return this._branch;
  }

  // all_results - computed: false, optional: true, required: false
  private _allResults?: boolean | cdktf.IResolvable; 
  public get allResults() {
    return this.getBooleanAttribute('all_results');
  }
  public set allResults(value: boolean | cdktf.IResolvable) {
    this._allResults = value;
  }
  public resetAllResults() {
    this._allResults = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get allResultsInput() {
    return this._allResults;
  }

  // limit - computed: false, optional: true, required: false
  private _limit?: number; 
  public get limit() {
    return this.getNumberAttribute('limit');
  }
  public set limit(value: number) {
    this._limit = value;
  }
  public resetLimit() {
    this._limit = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get limitInput() {
    return this._limit;
  }

  // total - computed: true, optional: false, required: false
  public get total() {
    return this.getNumberAttribute('total');
  }

  // complete - computed: true, optional: false, required: false
  public get complete() {
    return this.getBooleanAttribute('complete');
  }

  // findings - computed: true, optional: false, required: false
  private _findings = new DataScanformAllFindingsFindingsList(this, "findings", false);
  public get findings() {
    return this._findings;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      days: cdktf.numberToTerraform(this._days),
      finding_type: cdktf.stringToTerraform(this._findingType),
      severity: cdktf.listMapper(cdktf.stringToTerraform, false)(this._severity),
      repository_id: cdktf.stringToTerraform(this._repositoryId),
      branch: cdktf.stringToTerraform(this._branch),
      all_results: cdktf.booleanToTerraform(this._allResults),
      limit: cdktf.numberToTerraform(this._limit),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      days: {
        value: cdktf.numberToHclTerraform(this._days),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      finding_type: {
        value: cdktf.stringToHclTerraform(this._findingType),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      severity: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._severity),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      repository_id: {
        value: cdktf.stringToHclTerraform(this._repositoryId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      branch: {
        value: cdktf.stringToHclTerraform(this._branch),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      all_results: {
        value: cdktf.booleanToHclTerraform(this._allResults),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      limit: {
        value: cdktf.numberToHclTerraform(this._limit),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
